//! The messages that only a screen shows, in every language.

use std::fmt::Display;

use crate::cli::play::messages::{Lang, messages};

messages! {
    ScreenMessage,
    AskTurn: ["{name}'s turn : ", "{name} 님 차례 : ", "Turno de {name} : "],
    AskEnd: [
        "Enter to finish, again to play on : ",
        "끝내려면 Enter, 한 경기 더 하려면 다시 : ",
        "Enter para terminar, otra para seguir : ",
    ],
    AskEndShort: ["Enter, again : ", "Enter, 다시 : ", "Enter, otra : "],
    AskQuit: ["End the game here? (y/n) ", "여기서 경기를 끝낼까요? (y/n) ", "¿Terminar el juego aquí? (s/n) "],
    PeopleOrNames: [
        "a number from 1 to {most}, or all the names: Dad José",
        "1부터 {most}까지의 인원이나 모든 이름을 입력해 주세요: 아빠 홍길동",
        "un número de 1 a {most}, o todos los nombres: Papá José",
    ],
    ThreeLetters: [
        "three English letters here, such as PJS; Ctrl-C goes back to the first question, which takes any names",
        "여기서는 PJS처럼 영문자 세 글자만 됩니다. Ctrl-C로 첫 질문에 돌아가면 어떤 이름이든 됩니다",
        "aquí tres letras inglesas, como PJS; Ctrl-C vuelve a la primera pregunta, que acepta otros nombres",
    ],
    CutShort: [
        "The last line of the journal is cut short and ignored.",
        "저널의 마지막 줄이 잘려 있어 무시합니다.",
        "La última línea del diario está cortada y se ignora.",
    ],
    Status: [
        "Frame {frame}, ball {ball}, pins standing: {standing}",
        "{frame}프레임 {ball}번째 투구, 남은 핀: {standing}",
        "Cuadro {frame}, bola {ball}, pines en pie: {standing}",
    ],
    ShortStatus: [
        "F{frame} B{ball} · {standing} up · max {max}",
        "{frame}프레임 {ball}구 · 남은 핀 {standing} · 최고 {max}",
        "C{frame} B{ball} · {standing} en pie · máx {max}",
    ],
    ShortestStatus: [
        "{frame}.{ball} pins {standing} max {max}",
        "{frame}.{ball} 핀 {standing} 최고 {max}",
        "{frame}.{ball} pin. {standing} máx {max}",
    ],
    Leads: ["{name} leads by {pins}.", "{name} 님이 {pins}점 앞서 있습니다.", "{name} gana por {pins}."],
    WinsBy: [
        "{name} wins, {score} to {other}.",
        "{name}님이 {score} 대 {other}(으)로 이겼습니다.",
        "Gana {name}, {score} a {other}.",
    ],
    TieAt: ["A tie at {score}: {names}.", "{score}점 공동 우승입니다: {names}.", "Empate a {score}: {names}."],
    Game: ["Game {number}", "{number}번째 경기", "Juego {number}"],
    Total: ["TOTAL", "점수", "PUNTOS"],
    Series: ["SERIES", "합계", "SERIE"],
    Max: ["MAX", "최고", "MÁX"],
    Double: ["X X  A double, {name}!", "X X  {name} 더블!", "X X  ¡Doble, {name}!"],
    Turkey: ["X X X  A turkey, {name}!", "X X X  {name} 터키!", "X X X  ¡Turkey, {name}!"],
    InARow: ["{count} strikes in a row, {name}!", "{name} {count}연속 스트라이크!", "¡{count} strikes seguidos, {name}!"],
    Converted: ["Split converted, {name}!", "{name} 스플릿 처리!", "¡Split convertido, {name}!"],
    Clean: ["A clean game, {name}!", "{name} 올커버!", "¡Juego limpio, {name}!"],
    Best: ["{name}'s best so far: {total}!", "{name} 최고 기록 {total}점!", "¡Récord de {name}: {total}!"],
    TwoHundred: ["{total}, {name}: a 200 game!", "{name} {total}점, 200점 돌파!", "¡{total}, {name}: juego de 200!"],
    Perfect: ["300, {name}: a perfect game!", "{name} 300점, 퍼펙트 게임!", "¡300, {name}: juego perfecto!"],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::messages::tests::assert_complete;
    use clap::ValueEnum;

    #[test]
    fn every_message_is_complete_in_every_language() {
        for message in ScreenMessage::value_variants() {
            assert_complete(&format!("{message:?}"), message.texts());
        }
    }
}
