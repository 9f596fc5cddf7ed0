//! The messages of `play` in every language.

use std::fmt::Display;

use clap::ValueEnum;

/// The languages of `play`.
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

/// Declares messages, each in English, Korean and Spanish.
macro_rules! messages {
    ($table:ident, $($name:ident: $texts:expr,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(test, derive(clap::ValueEnum))]
        pub enum $table {
            $($name,)*
        }

        impl $table {
            pub(super) const fn texts(self) -> [&'static str; 3] {
                match self { $(Self::$name => $texts,)* }
            }

            /// The text in a language, with its values filled in.
            pub fn text(self, lang: Lang, values: &[(&str, &dyn Display)]) -> String {
                $crate::cli::text::fill(self.texts()[lang as usize], values)
            }
        }
    };
}
#[cfg(feature = "screen")]
pub(super) use messages;

// `{...}` is filled in. The Korean questions are those of the original exercise, two of which are in English.
messages! {
    Message,
    AskPeople: ["How many people? ", "How many people? ", "¿Cuántas personas juegan? "],
    AskName: [
        "Player {number}'s name?(3 english letters): ",
        "플레이어 {number}의 이름은?(3 english letters): ",
        "¿Nombre del jugador {number}?(3 letras inglesas): ",
    ],
    AskRoll: ["{name}'s turn : ", "{name}'s turn : ", "Turno de {name} : "],
    BadPeople: [
        "a number of people is 1 to {most}",
        "인원은 1명부터 {most}명까지 가능합니다",
        "el número de personas va de 1 a {most}",
    ],
    BadName: [
        "three English letters here, such as PJS; for other names: bowling play Dad José",
        "여기서는 PJS처럼 영문자 세 글자만 됩니다. 다른 이름은: bowling play 아빠 홍길동",
        "aquí tres letras inglesas, como PJS; para otros nombres: bowling play Papá José",
    ],
    BadGivenName: [
        "a name has no blanks, none of : # , ; | and at most 64 bytes",
        "이름에는 빈칸과 : # , ; | 기호를 쓸 수 없고, 64바이트까지 가능합니다",
        "un nombre no lleva espacios ni : # , ; | y tiene 64 bytes como máximo",
    ],
    TakenName: [
        "{name} is taken, another name please",
        "{name}은(는) 이미 있는 이름입니다. 다른 이름을 입력해 주세요",
        "{name} ya está en uso, elija otro nombre",
    ],
    LeaveCount: [
        "{leave} cannot stand, the number of pins standing after this ball is {standing}",
        "{leave}은(는) 서 있을 수 없습니다. 이 투구 뒤에 서 있는 핀은 {standing}개입니다",
        "{leave} no pueden quedar en pie, tras esta tirada el número de pines en pie es {standing}",
    ],
    LeaveTooMany: [
        "{leave} cannot stand, the number of pins before this ball was {standing}",
        "{leave}은(는) 서 있을 수 없습니다. 이 투구 전에 서 있던 핀은 {standing}개입니다",
        "{leave} no pueden quedar en pie, antes de esta tirada el número de pines en pie era {standing}",
    ],
    LeaveFallen: [
        "the {pin} pin is already down, only {before} stood",
        "{pin}번 핀은 이미 쓰러졌습니다. 서 있던 핀은 {before}입니다",
        "el pin {pin} ya está derribado, solo quedaban {before}",
    ],
    LeaveNothing: [
        "a strike or a spare leaves no pins",
        "스트라이크나 스페어 뒤에는 핀이 남지 않습니다",
        "un strike o un spare no deja pines en pie",
    ],
    LeaveNoSplit: [
        "{leave} is not a split, write it without the split sign",
        "{leave}은(는) 스플릿이 아닙니다. 스플릿 표시 없이 입력해 주세요",
        "{leave} no es un split, escríbalo sin la marca de split",
    ],
    AllStand: [
        "0 to {standing}: all pins stand",
        "0~{standing}: 핀이 모두 서 있습니다",
        "de 0 a {standing}: todos los pines están en pie",
    ],
    OneDown: [
        "0 to {standing}: 1 pin is down",
        "0~{standing}: 핀 1개가 쓰러져 있습니다",
        "de 0 a {standing}: hay 1 pin derribado",
    ],
    Down: [
        "0 to {standing}: {down} pins are down",
        "0~{standing}: 핀 {down}개가 쓰러져 있습니다",
        "de 0 a {standing}: hay {down} pines derribados",
    ],
    SeeHelp: [
        " (type help for what can be typed)",
        " (도움말을 입력하면 설명이 나옵니다)",
        " (ayuda explica qué se puede escribir)",
    ],
    NothingToUndo: ["there is no roll to undo", "되돌릴 투구가 없습니다", "no hay ninguna tirada que deshacer"],
    Continues: [
        "The game continues after roll {rolls}.",
        "{rolls}번째 투구에 이어서 경기를 계속합니다.",
        "El juego continúa después de la tirada {rolls}.",
    ],
    Over: ["The game is over.", "경기가 끝났습니다.", "El juego ha terminado."],
    NotOver: ["The game is not over.", "경기가 아직 끝나지 않았습니다.", "El juego no ha terminado."],
    Continue: ["To continue it: {command}", "이어서 하려면: {command}", "Para continuarlo: {command}"],
    NoContinue: [
        "It was played without --journal and cannot be continued.",
        "--journal 없이 진행하여 이어서 할 수 없습니다.",
        "Se jugó sin --journal y no se puede continuar.",
    ],
    LostJournal: [
        "Its journal was removed or changed, and it cannot be continued.",
        "저널이 삭제되었거나 바뀌어서 이어서 할 수 없습니다.",
        "Su diario se ha borrado o cambiado y no se puede continuar.",
    ],
    Wins: ["{name} wins.", "{name}님이 이겼습니다.", "Gana {name}."],
    Tie: ["A tie: {names}.", "공동 우승입니다: {names}.", "Empate: {names}."],
    NotAnEntry: [
        "'{entry}' is not a roll: 0 to 10, X / - F, {commands}",
        "'{entry}'은(는) 투구가 아닙니다: 0~10, X / - F, {commands}",
        "'{entry}' no es una tirada: de 0 a 10, X / - F, {commands}",
    ],
    NotWhenOver: [
        "'{entry}' is not taken, all ten frames are over: Enter to finish, again to play on",
        "10프레임이 모두 끝나서 '{entry}'을(를) 받을 수 없습니다. 끝내려면 Enter, 한 경기 더 하려면 다시",
        "no se acepta '{entry}', los diez cuadros han terminado: Enter para terminar, otra para seguir",
    ],
    Unclear: [
        "'{entry}' is not a roll; rolls entered together are separated by blanks",
        "'{entry}'은(는) 투구가 아닙니다. 여러 투구는 빈칸으로 나누어 입력해 주세요",
        "'{entry}' no es una tirada; separe con espacios varias tiradas juntas",
    ],
    WriteSymbol: [
        "for '{entry}' type {symbol}",
        "'{entry}'은(는) {symbol}(으)로 입력해 주세요",
        "para '{entry}' escriba {symbol}",
    ],
    Took: [
        "took {rolls}; undo takes them back",
        "{rolls}(으)로 입력했습니다. 취소로 되돌릴 수 있습니다",
        "se tomó {rolls}; deshacer lo anula",
    ],
    PinsInBraces: [
        "pins in braces are those that stand after the ball",
        "중괄호 안에는 투구 뒤에 서 있는 핀을 씁니다",
        "entre llaves van los pines que quedan en pie",
    ],
    NotYetAgain: [
        "the next game starts when this one is over",
        "다음 경기는 이 경기가 끝난 뒤에 시작합니다",
        "el próximo juego empieza cuando termine este",
    ],
    Refused: [
        "'{entry}' is not possible, {why}",
        "'{entry}'은(는) 불가능합니다. {why}",
        "'{entry}' no es posible, {why}",
    ],
    TurnOver: [
        "'{entry}' is not taken: {name}'s turn is over after {taken} of these rolls",
        "'{entry}'을(를) 받을 수 없습니다: {name}의 차례는 그중 {taken}번째 투구로 끝납니다",
        "no se acepta '{entry}': el turno de {name} termina tras {taken} de estas tiradas",
    ],
    Undone: [
        "Undid {name}'s last roll.",
        "{name}의 마지막 투구를 되돌렸습니다.",
        "Se ha deshecho la última tirada de {name}.",
    ],
    FixUsage: [
        "fix NAME FRAME ROLLS, such as: fix {name} 3 8/",
        "수정 이름 프레임 투구, 예: 수정 {name} 3 8/",
        "corregir NOMBRE CUADRO TIRADAS, por ejemplo: corregir {name} 3 8/",
    ],
    NoPlayer: [
        "'{entry}' does not play here: {names}",
        "'{entry}'은(는) 이 경기의 선수가 아닙니다: {names}",
        "'{entry}' no juega aquí: {names}",
    ],
    NoFrame: [
        "'{entry}' is not a frame, frames are 1 to 10",
        "'{entry}'은(는) 프레임이 아닙니다. 프레임은 1~10입니다",
        "'{entry}' no es un cuadro, los cuadros van de 1 a 10",
    ],
    FrameNotOver: [
        "frame {frame} of {name} is not over, undo takes its rolls back",
        "{name}의 {frame}프레임은 아직 끝나지 않았습니다. 취소로 되돌릴 수 있습니다",
        "el cuadro {frame} de {name} no ha terminado, deshacer anula sus tiradas",
    ],
    FrameNotBegun: [
        "frame {frame} of {name} has not begun",
        "{name}의 {frame}프레임은 아직 시작하지 않았습니다",
        "el cuadro {frame} de {name} no ha empezado",
    ],
    NotOneFrame: [
        "'{entry}' is not one whole frame",
        "'{entry}'은(는) 완전한 한 프레임이 아닙니다",
        "'{entry}' no es un cuadro completo",
    ],
    Fixed: [
        "Frame {frame} of {name} is {new} now, it was {old}.",
        "{name}의 {frame}프레임을 {old}에서 {new}(으)로 고쳤습니다.",
        "El cuadro {frame} de {name} es ahora {new}, era {old}.",
    ],
}

/// The language of the locale: from the first variable that is set and not empty.
pub fn from_locale(variable: impl Fn(&str) -> Option<String>) -> Lang {
    let mut values = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    let locale = values.find(|value| !value.is_empty()).unwrap_or_default();
    match locale.split(['_', '.', '@', '-']).next().map(str::to_ascii_lowercase).as_deref() {
        Some("ko") => Lang::Ko,
        Some("es") => Lang::Es,
        _ => Lang::En,
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::cli::text::fill;

    /// The `{...}` of a text, sorted.
    fn slots(text: &str) -> Vec<&str> {
        let mut slots: Vec<_> =
            text.split('{').skip(1).map(|after| after.split_once('}').map_or(after, |(slot, _)| slot)).collect();
        slots.sort_unstable();
        slots
    }

    /// Every language says a message, with the same values, and only a question ends with a blank.
    pub(in crate::cli::play) fn assert_complete(name: &str, texts: [&str; 3]) {
        let wanted = slots(texts[0]);
        let values: Vec<(&str, &dyn Display)> = wanted.iter().map(|slot| (*slot, &"7" as &dyn Display)).collect();
        for text in texts {
            assert_eq!(slots(text), wanted, "{name}");
            let said = fill(text, &values);
            assert!(!said.trim().is_empty() && !said.contains(['{', '}', '\n']), "{name}: {said}");
            assert_eq!(said.ends_with(' '), name.starts_with("Ask"), "{name}: {said}");
        }
    }

    #[test]
    fn every_message_is_complete_in_every_language() {
        for message in Message::value_variants() {
            let texts = message.texts();
            assert_complete(&format!("{message:?}"), texts);
            let is_of_the_exercise = matches!(message, Message::AskPeople | Message::AskRoll);
            let differ = (texts[0] != texts[1]) != is_of_the_exercise && texts[0] != texts[2] && texts[1] != texts[2];
            assert!(differ, "{message:?} is not translated");
        }
    }

    #[test]
    fn the_language_is_the_start_of_the_locale() {
        for (locale, lang) in [("ko", Lang::Ko), ("es@euro", Lang::Es), ("est_EE", Lang::En), ("POSIX", Lang::En)] {
            assert_eq!(from_locale(|name| (name == "LANG").then(|| locale.into())), lang, "{locale}");
        }
    }
}
