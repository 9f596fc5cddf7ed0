//! What `play` says, in every language that it speaks: one table, a row a message. The conversation
//! is its only reader.

use std::fmt::Display;

use crate::cli::Lang;

/// A message by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    AskPeople,
    AskName,
    AskRoll,
    BadPeople,
    BadName,
    TakenName,
    AllStand,
    OneDown,
    Down,
    SeeHelp,
    NothingToUndo,
    Help,
    GoesOn,
    Over,
    NotOver,
    Wins,
    Tie,
}

/// Each message in English, Korean and Spanish; `{...}` is filled in.
const TABLE: [(Word, [&str; 3]); 17] = [
    (Word::AskPeople, ["How many people? ", "몇 명이 함께하시나요? ", "¿Cuántas personas juegan? "]),
    (
        Word::AskName,
        [
            "Player {number}'s name?(3 english letters): ",
            "플레이어 {number}의 이름은?(3 english letters): ",
            "¿Nombre del jugador {number}?(3 letras inglesas): ",
        ],
    ),
    (Word::AskRoll, ["{name}'s turn : ", "{name}님의 차례 : ", "Turno de {name} : "]),
    (
        Word::BadPeople,
        [
            "a number of people is 1 to {most}",
            "인원은 1명부터 {most}명까지 가능합니다",
            "el número de personas va de 1 a {most}",
        ],
    ),
    (
        Word::BadName,
        [
            "a name is three English letters, such as PJS",
            "이름은 PJS처럼 영문자 세 글자로 입력해 주세요",
            "un nombre son tres letras inglesas, como PJS",
        ],
    ),
    (
        Word::TakenName,
        [
            "{name} is taken, another name please",
            "{name}은(는) 이미 있는 이름입니다. 다른 이름을 입력해 주세요",
            "{name} ya está en uso, elija otro nombre",
        ],
    ),
    (
        Word::AllStand,
        [
            "0 to {standing}: all pins stand",
            "0~{standing}: 핀이 모두 서 있습니다",
            "de 0 a {standing}: todos los pines están en pie",
        ],
    ),
    (
        Word::OneDown,
        [
            "0 to {standing}: 1 pin is down",
            "0~{standing}: 핀 1개가 쓰러져 있습니다",
            "de 0 a {standing}: hay 1 pin tumbado",
        ],
    ),
    (
        Word::Down,
        [
            "0 to {standing}: {down} pins are down",
            "0~{standing}: 핀 {down}개가 쓰러져 있습니다",
            "de 0 a {standing}: hay {down} pines tumbados",
        ],
    ),
    (
        Word::SeeHelp,
        [
            " (help tells what can be typed)",
            " (help를 입력하면 도움말이 나옵니다)",
            " (help explica qué se puede escribir)",
        ],
    ),
    (Word::NothingToUndo, ["there is no roll to undo", "되돌릴 투구가 없습니다", "no hay ninguna tirada que deshacer"]),
    (
        Word::Help,
        [
            "\
0 to 10   the pins of this roll, or a symbol:
          X strike, / spare, - or G gutter, F foul, S7 split
undo      takes the last roll back, as often as you like
help      shows this
Ctrl-D    ends the game here",
            "\
0~10      이번 투구로 쓰러뜨린 핀의 수, 또는 기호:
          X 스트라이크, / 스페어, - 또는 G 거터, F 파울, S7 스플릿
undo      마지막 투구를 되돌립니다. 몇 번이든 가능합니다
help      이 도움말을 보여 줍니다
Ctrl-D    여기서 경기를 끝냅니다",
            "\
0 a 10    los pines de esta tirada, o un símbolo:
          X strike, / spare, - o G canal, F falta, S7 split
undo      deshace la última tirada, tantas veces como quiera
help      muestra esta ayuda
Ctrl-D    termina el juego aquí",
        ],
    ),
    (
        Word::GoesOn,
        [
            "The game goes on after roll {rolls}.",
            "{rolls}번째 투구에 이어서 경기를 계속합니다.",
            "El juego continúa después de la tirada {rolls}.",
        ],
    ),
    (Word::Over, ["The game is over.", "경기가 끝났습니다.", "El juego ha terminado."]),
    (Word::NotOver, ["The game is not over.", "경기가 아직 끝나지 않았습니다.", "El juego no ha terminado."]),
    (Word::Wins, ["{name} wins.", "{name}님이 이겼습니다.", "Gana {name}."]),
    (Word::Tie, ["A tie: {names}.", "공동 우승입니다: {names}.", "Empate: {names}."]),
];

/// The message in a language, with its values filled in.
pub fn say(word: Word, lang: Lang, values: &[(&str, &dyn Display)]) -> String {
    let (_, texts) = &TABLE[word as usize];
    let mut text = texts[lang as usize].to_owned();
    for (slot, value) in values {
        text = text.replace(&format!("{{{slot}}}"), &value.to_string());
    }
    text
}

/// The language of the locale: the first of the variables that is set and not empty decides.
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
mod tests {
    use super::*;
    use clap::ValueEnum;

    /// The `{...}` of a text, sorted.
    fn slots(text: &str) -> Vec<&str> {
        let mut slots: Vec<_> =
            text.split('{').skip(1).map(|after| after.split_once('}').map_or(after, |(slot, _)| slot)).collect();
        slots.sort_unstable();
        slots
    }

    #[test]
    fn every_message_is_there_in_every_language_and_is_filled_in_whole() {
        for (place, (word, texts)) in TABLE.iter().enumerate() {
            assert_eq!(*word as usize, place, "{word:?}");
            let wanted = slots(texts[0]);
            let values: Vec<(&str, &dyn Display)> = wanted.iter().map(|slot| (*slot, &"7" as &dyn Display)).collect();
            for &lang in Lang::value_variants() {
                assert_eq!(slots(texts[lang as usize]), wanted, "{word:?} {lang:?}");
                let said = say(*word, lang, &values);
                assert!(!said.trim().is_empty() && !said.contains(['{', '}']), "{word:?} {lang:?}: {said}");
                assert_eq!(said.lines().count(), texts[0].lines().count(), "{word:?} {lang:?}");
                let question = matches!(word, Word::AskPeople | Word::AskName | Word::AskRoll);
                assert_eq!(said.ends_with(' '), question, "{word:?} {lang:?}");
            }
            assert!(texts[0] != texts[1] && texts[0] != texts[2] && texts[1] != texts[2], "{word:?} is not translated");
        }
    }

    #[test]
    fn the_questions_of_the_seed_are_worded_as_there() {
        assert_eq!(say(Word::AskPeople, Lang::En, &[]), "How many people? ");
        assert_eq!(say(Word::AskName, Lang::Ko, &[("number", &1)]), "플레이어 1의 이름은?(3 english letters): ");
        assert_eq!(say(Word::AskName, Lang::En, &[("number", &2)]), "Player 2's name?(3 english letters): ");
        assert_eq!(say(Word::AskRoll, Lang::En, &[("name", &"PJS")]), "PJS's turn : ");
        assert_eq!(say(Word::Down, Lang::En, &[("standing", &2), ("down", &8)]), "0 to 2: 8 pins are down");
    }

    #[test]
    fn the_first_variable_that_says_something_decides() {
        let lang = |all: &str, messages: &str, lang: &str| {
            let (all, messages, lang) = (all.to_owned(), messages.to_owned(), lang.to_owned());
            from_locale(move |name| match name {
                "LC_ALL" => Some(all.clone()).filter(|value| value != "unset"),
                "LC_MESSAGES" => Some(messages.clone()).filter(|value| value != "unset"),
                _ => Some(lang.clone()).filter(|value| value != "unset"),
            })
        };
        assert_eq!(lang("ko_KR.UTF-8", "es_ES", "en_US"), Lang::Ko);
        assert_eq!(lang("unset", "es_CO.UTF-8", "ko_KR"), Lang::Es);
        assert_eq!(lang("", "unset", "ko"), Lang::Ko);
        assert_eq!(lang("C", "es_ES", "ko_KR"), Lang::En);
        assert_eq!(lang("POSIX", "unset", "ko_KR"), Lang::En);
        assert_eq!(lang("unset", "unset", "es@euro"), Lang::Es);
        assert_eq!(lang("unset", "unset", "est_EE"), Lang::En);
        assert_eq!(lang("unset", "unset", "unset"), Lang::En);
    }
}
