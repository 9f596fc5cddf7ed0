//! The messages of live games, in every language.

use std::fmt::Display;

use clap::ValueEnum;

/// The languages of live games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum Lang {
    /// English
    #[default]
    En,
    /// Korean
    Ko,
    /// Spanish
    Es,
}

impl Lang {
    /// The language of the locale.
    pub fn from_environment() -> Self {
        Self::from_locale(|name| std::env::var(name).ok())
    }

    /// The language of the first variable that is set and not empty.
    fn from_locale(variable: impl Fn(&str) -> Option<String>) -> Self {
        let mut values = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
        let locale = values.find(|value| !value.is_empty()).unwrap_or_default();
        match locale.split(['_', '.', '@', '-']).next().map(str::to_ascii_lowercase).as_deref() {
            Some("ko") => Self::Ko,
            Some("es") => Self::Es,
            _ => Self::En,
        }
    }
}

/// Declares a method for each message, with its texts in English, Korean and Spanish.
macro_rules! messages {
    ($($name:ident($($value:ident),*): $en:literal, $ko:literal, $es:literal;)*) => {
        #[cfg_attr(not(feature = "screen"), expect(dead_code, reason = "only screens show some messages"))]
        impl Lang {
            $(pub fn $name(self $(, $value: &dyn Display)*) -> String {
                match self {
                    Self::En => format!($en),
                    Self::Ko => format!($ko),
                    Self::Es => format!($es),
                }
            })*
        }

        #[cfg(test)]
        const TEXTS: &[(&str, [&str; 3])] = &[$((stringify!($name), [$en, $ko, $es]),)*];
    };
}

// The Korean questions are those of the original exercise, two of which are in English.
messages! {
    ask_people(): "How many people? ", "How many people? ", "¿Cuántas personas juegan? ";
    ask_name(number):
        "Player {number}'s name?(3 english letters): ",
        "플레이어 {number}의 이름은?(3 english letters): ",
        "¿Nombre del jugador {number}?(3 letras inglesas): ";
    ask_roll(name): "{name}'s turn : ", "{name}'s turn : ", "Turno de {name} : ";
    ask_roll_by_name(name): "{name}'s turn : ", "{name} 님 차례 : ", "Turno de {name} : ";
    ask_end():
        "Enter to finish, again to play on : ",
        "끝내려면 Enter, 한 경기 더 하려면 다시 : ",
        "Enter para terminar, otra para seguir : ";
    ask_end_briefly(): "Enter, again : ", "Enter, 다시 : ", "Enter, otra : ";
    ask_quit(): "End the game here? (y/n) ", "여기서 경기를 끝낼까요? (y/n) ", "¿Terminar el juego aquí? (s/n) ";

    bad_people(most):
        "1 to {most} people can play",
        "인원은 1명부터 {most}명까지 가능합니다",
        "el número de personas va de 1 a {most}";
    bad_people_or_names(most):
        "enter a number from 1 to {most}, or all the names: Dad José",
        "1부터 {most}까지의 인원이나 모든 이름을 입력해 주세요: 아빠 홍길동",
        "un número de 1 a {most}, o todos los nombres: Papá José";
    bad_initials():
        "enter three English letters, such as PJS; for other names: bowling play Dad José",
        "여기서는 PJS처럼 영문자 세 글자만 됩니다. 다른 이름은: bowling play 아빠 홍길동",
        "aquí tres letras inglesas, como PJS; para otros nombres: bowling play Papá José";
    bad_initials_on_screen():
        "enter three English letters, such as PJS, or Ctrl-C to enter other names",
        "PJS처럼 영문자 세 글자를 입력해 주세요. 다른 이름은 Ctrl-C로 첫 질문에 돌아가서 입력합니다",
        "escriba tres letras inglesas, como PJS, o Ctrl-C para escribir otros nombres";
    bad_name(name):
        "{name}: a name has no blanks, none of : # , ; | and at most 64 bytes",
        "{name}: 이름에는 빈칸과 : # , ; | 기호를 쓸 수 없고, 64바이트까지 가능합니다",
        "{name}: un nombre no lleva espacios ni : # , ; | y tiene 64 bytes como máximo";
    taken_name(name):
        "{name} is taken, another name please",
        "{name}은(는) 이미 있는 이름입니다. 다른 이름을 입력해 주세요",
        "{name} ya está en uso, elija otro nombre";

    not_a_roll(entry, commands):
        "'{entry}' is not a roll: 0 to 10, X / - F, {commands}",
        "'{entry}'은(는) 투구가 아닙니다: 0~10, X / - F, {commands}",
        "'{entry}' no es una tirada: de 0 a 10, X / - F, {commands}";
    unclear_rolls(entry):
        "'{entry}' is not a roll; rolls entered together are separated by blanks",
        "'{entry}'은(는) 투구가 아닙니다. 여러 투구는 빈칸으로 나누어 입력해 주세요",
        "'{entry}' no es una tirada; separe con espacios varias tiradas juntas";
    write_symbol(entry, symbol):
        "for '{entry}' type {symbol}",
        "'{entry}'은(는) {symbol}(으)로 입력해 주세요",
        "para '{entry}' escriba {symbol}";
    pins_in_braces():
        "pins in braces are those that stand after the ball",
        "중괄호 안에는 투구 뒤에 서 있는 핀을 씁니다",
        "entre llaves van los pines que quedan en pie";
    impossible(entry, why):
        "'{entry}' is not possible, {why}",
        "'{entry}'은(는) 불가능합니다. {why}",
        "'{entry}' no es posible, {why}";
    all_stand(standing):
        "0 to {standing}: all pins stand",
        "0~{standing}: 핀이 모두 서 있습니다",
        "de 0 a {standing}: todos los pines están en pie";
    one_down(standing):
        "0 to {standing}: 1 pin is down",
        "0~{standing}: 핀 1개가 쓰러져 있습니다",
        "de 0 a {standing}: hay 1 pin derribado";
    several_down(standing, down):
        "0 to {standing}: {down} pins are down",
        "0~{standing}: 핀 {down}개가 쓰러져 있습니다",
        "de 0 a {standing}: hay {down} pines derribados";
    see_help():
        " (type help for what can be typed)",
        " (도움말을 입력하면 설명이 나옵니다)",
        " (ayuda explica qué se puede escribir)";
    leave_count(leave, standing):
        "{leave} cannot stand, the number of pins standing after this ball is {standing}",
        "{leave}은(는) 서 있을 수 없습니다. 이 투구 뒤에 서 있는 핀은 {standing}개입니다",
        "{leave} no pueden quedar en pie, tras esta tirada el número de pines en pie es {standing}";
    leave_too_many(leave, standing):
        "{leave} cannot stand, the number of pins before this ball was {standing}",
        "{leave}은(는) 서 있을 수 없습니다. 이 투구 전에 서 있던 핀은 {standing}개입니다",
        "{leave} no pueden quedar en pie, antes de esta tirada el número de pines en pie era {standing}";
    leave_fallen(pin, before):
        "the {pin} pin is already down, only {before} stood",
        "{pin}번 핀은 이미 쓰러졌습니다. 서 있던 핀은 {before}입니다",
        "el pin {pin} ya está derribado, solo quedaban {before}";
    leave_nothing():
        "a strike or a spare leaves no pins",
        "스트라이크나 스페어 뒤에는 핀이 남지 않습니다",
        "un strike o un spare no deja pines en pie";
    leave_not_split(leave):
        "{leave} is not a split, write it without the split sign",
        "{leave}은(는) 스플릿이 아닙니다. 스플릿 표시 없이 입력해 주세요",
        "{leave} no es un split, escríbalo sin la marca de split";
    turn_over(entry, name, taken):
        "'{entry}' is not taken: {name}'s turn is over after {taken} of these rolls",
        "'{entry}'을(를) 받을 수 없습니다: {name}의 차례는 그중 {taken}번째 투구로 끝납니다",
        "no se acepta '{entry}': el turno de {name} termina tras {taken} de estas tiradas";
    not_when_over(entry):
        "'{entry}' is not taken, all ten frames are over: Enter to finish, again to play on",
        "10프레임이 모두 끝나서 '{entry}'을(를) 받을 수 없습니다. 끝내려면 Enter, 한 경기 더 하려면 다시",
        "no se acepta '{entry}', los diez cuadros han terminado: Enter para terminar, otra para seguir";
    took(rolls):
        "took {rolls}; undo takes the last one back",
        "{rolls}(으)로 입력했습니다. 취소하면 마지막 투구만 되돌립니다",
        "se tomó {rolls}; deshacer anula la última";

    not_yet_again():
        "the next game starts when this one is over",
        "다음 경기는 이 경기가 끝난 뒤에 시작합니다",
        "el próximo juego empieza cuando termine este";
    nothing_to_undo(): "there is no roll to undo", "되돌릴 투구가 없습니다", "no hay ninguna tirada que deshacer";
    undid(name):
        "Undid {name}'s last roll.",
        "{name}의 마지막 투구를 되돌렸습니다.",
        "Se ha deshecho la última tirada de {name}.";
    fix_usage(name):
        "fix NAME FRAME ROLLS, such as: fix {name} 3 8/",
        "수정 이름 프레임 투구, 예: 수정 {name} 3 8/",
        "corregir NOMBRE CUADRO TIRADAS, por ejemplo: corregir {name} 3 8/";
    not_a_player(entry, names):
        "'{entry}' is not a player: {names}",
        "'{entry}'은(는) 이 경기의 선수가 아닙니다: {names}",
        "'{entry}' no juega aquí: {names}";
    not_a_frame(entry):
        "'{entry}' is not a frame, frames are 1 to 10",
        "'{entry}'은(는) 프레임이 아닙니다. 프레임은 1~10입니다",
        "'{entry}' no es un cuadro, los cuadros van de 1 a 10";
    frame_not_over(frame, name):
        "frame {frame} of {name} is not over yet",
        "{name}의 {frame}프레임은 아직 끝나지 않았습니다",
        "el cuadro {frame} de {name} no ha terminado";
    not_one_frame(entry):
        "'{entry}' is not one whole frame",
        "'{entry}'은(는) 완전한 한 프레임이 아닙니다",
        "'{entry}' no es un cuadro completo";
    fixed(frame, name, new, old):
        "Frame {frame} of {name} is {new} now, it was {old}.",
        "{name}의 {frame}프레임을 {old}에서 {new}(으)로 고쳤습니다.",
        "El cuadro {frame} de {name} es ahora {new}, era {old}.";

    continues(rolls):
        "The game continues after roll {rolls}.",
        "{rolls}번째 투구에 이어서 경기를 계속합니다.",
        "El juego continúa después de la tirada {rolls}.";
    cut_short():
        "The last line of the journal is cut short and ignored.",
        "저널의 마지막 줄이 잘려 있어 무시합니다.",
        "La última línea del diario está cortada y se ignora.";
    over(): "The game is over.", "경기가 끝났습니다.", "El juego ha terminado.";
    not_over(): "The game is not over.", "경기가 아직 끝나지 않았습니다.", "El juego no ha terminado.";
    to_continue(command):
        "To continue it: {command}",
        "이어서 하려면: {command}",
        "Para continuarlo: {command}";
    no_journal():
        "It was played without --journal and cannot be continued.",
        "--journal 없이 진행하여 이어서 할 수 없습니다.",
        "Se jugó sin --journal y no se puede continuar.";
    lost_journal():
        "Its journal was removed or changed, and it cannot be continued.",
        "저널이 삭제되었거나 바뀌어서 이어서 할 수 없습니다.",
        "Su diario se ha borrado o cambiado y no se puede continuar.";
    wins(name): "{name} wins.", "{name}님이 이겼습니다.", "Gana {name}.";
    tie(names): "A tie: {names}.", "공동 우승입니다: {names}.", "Empate: {names}.";
    wins_by(name, score, other):
        "{name} wins, {score} to {other}.",
        "{name}님이 {score} 대 {other}(으)로 이겼습니다.",
        "Gana {name}, {score} a {other}.";
    tie_at(score, names):
        "A tie at {score}: {names}.",
        "{score}점 공동 우승입니다: {names}.",
        "Empate a {score}: {names}.";
    leads(name, pins): "{name} leads by {pins}.", "{name} 님이 {pins}점 앞서 있습니다.", "{name} lleva {pins} de ventaja.";

    waiting(file):
        "waiting for a roll in {file}",
        "{file}: 투구를 기다리는 중입니다",
        "esperando una tirada en {file}";
    status(frame, ball, standing):
        "Frame {frame}, ball {ball}, pins standing: {standing}",
        "{frame}프레임 {ball}번째 투구, 남은 핀: {standing}",
        "Cuadro {frame}, bola {ball}, pines en pie: {standing}";
    short_status(frame, ball, standing, max):
        "F{frame} B{ball} {standing} up max {max}",
        "{frame}.{ball} 핀 {standing} 최고 {max}",
        "{frame}.{ball} pin. {standing} máx {max}";
    game(number): "Game {number}", "{number}번째 경기", "Juego {number}";
    total(): "TOTAL", "점수", "PUNTOS";
    series(): "SERIES", "합계", "SERIE";
    max(): "MAX", "최고", "MÁX";

    double(name): "X X  A double, {name}!", "X X  {name} 더블!", "X X  ¡Doble, {name}!";
    turkey(name): "X X X  A turkey, {name}!", "X X X  {name} 터키!", "X X X  ¡Turkey, {name}!";
    in_a_row(count, name):
        "{count} strikes in a row, {name}!",
        "{name} {count}연속 스트라이크!",
        "¡{count} strikes seguidos, {name}!";
    converted(name): "Split converted, {name}!", "{name} 스플릿 처리!", "¡Split convertido, {name}!";
    clean(name): "A clean game, {name}!", "{name} 올커버!", "¡Juego limpio, {name}!";
    best(name, total): "{name}'s best so far: {total}!", "{name} 최고 기록 {total}점!", "¡Récord de {name}: {total}!";
    two_hundred(total, name):
        "{total}, {name}: a 200 game!",
        "{name} {total}점, 200점 돌파!",
        "¡{total}, {name}: juego de 200!";
    perfect(name): "300, {name}: a perfect game!", "{name} 300점, 퍼펙트 게임!", "¡300, {name}: juego perfecto!";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_says_a_message_with_the_same_values() {
        let values = |text: &'static str| -> Vec<&str> {
            let values = text.split('{').skip(1).map(|after| after.split_once('}').unwrap().0);
            let mut values: Vec<&str> = values.collect();
            values.sort_unstable();
            values
        };
        for (name, [en, ko, es]) in TEXTS {
            assert!(values(en) == values(ko) && values(en) == values(es), "{name}");
            assert!((en != ko || name.starts_with("ask_")) && en != es && ko != es, "{name} is not translated");
        }
    }

    #[test]
    fn the_language_is_the_start_of_the_locale() {
        for (locale, lang) in [("ko", Lang::Ko), ("es@euro", Lang::Es), ("est_EE", Lang::En), ("POSIX", Lang::En)] {
            assert_eq!(Lang::from_locale(|name| (name == "LANG").then(|| locale.into())), lang, "{locale}");
        }
    }
}
