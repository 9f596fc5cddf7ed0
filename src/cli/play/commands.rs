//! The commands of a live game: one table with their names and their help in every language.

use super::messages::Lang;
use crate::cli::text::width;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    Undo,
    Fix,
    Again,
    Help,
    Quit,
}

/// A command in English, Korean and Spanish. All names work in every language.
struct CommandRow {
    command: PlayCommand,
    names: [&'static str; 3],
    short: &'static str,
    about: [&'static str; 3],
}

const TABLE: [CommandRow; 5] = [
    CommandRow {
        command: PlayCommand::Undo,
        names: ["undo", "취소", "deshacer"],
        short: "u",
        about: ["take the last roll back", "마지막 투구 되돌리기", "anular la última tirada"],
    },
    CommandRow {
        command: PlayCommand::Fix,
        names: ["fix", "수정", "corregir"],
        short: "",
        about: ["replace a finished frame", "끝난 프레임 고치기", "cambiar un cuadro"],
    },
    CommandRow {
        command: PlayCommand::Again,
        names: ["again", "다시", "otra"],
        short: "",
        about: ["the next game, same players", "같은 선수로 다음 경기", "otro juego, mismos jugadores"],
    },
    CommandRow {
        command: PlayCommand::Help,
        names: ["help", "도움말", "ayuda"],
        short: "?",
        about: ["show this list", "이 목록 보기", "mostrar esta lista"],
    },
    CommandRow {
        command: PlayCommand::Quit,
        names: ["quit", "종료", "salir"],
        short: "q",
        about: ["end the game, as Ctrl-D", "경기 끝내기(Ctrl-D)", "terminar, como Ctrl-D"],
    },
];

/// Rolls in the help: what is typed, and what it means. Only a screen takes several.
const ROLLS: [([&str; 3], [&str; 3]); 3] = [
    (
        ["0 to 10", "0~10", "0 a 10"],
        ["the pins of this roll", "이번 투구로 쓰러뜨린 핀의 수", "los pines de esta tirada"],
    ),
    (
        ["X / - F S7"; 3],
        [
            "strike, spare, gutter, foul, split",
            "스트라이크, 스페어, 거터, 파울, 스플릿",
            "strike, spare, canal, falta, split",
        ],
    ),
    (["7 2, 8{7-10}"; 3], ["several rolls, pins left", "여러 투구, 남은 핀", "tiradas, pines en pie"]),
];

impl PlayCommand {
    /// The command that starts a text, in any language, and the rest of the text.
    pub fn parse(text: &str) -> Option<(Self, &str)> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let word = word.to_lowercase();
        let is_row = |row: &&CommandRow| !word.is_empty() && (row.short == word || row.names.contains(&word.as_str()));
        let command = TABLE.iter().find(is_row)?.command;
        (rest.is_empty() || command == Self::Fix).then(|| (command, rest.trim()))
    }
}

/// The help: what can be typed, and what it does, in two columns if these fit; and only what can be typed. `several`
/// says whether an entry may have several rolls, and `name` is a player for the examples.
pub fn help(lang: Lang, several: bool, name: &str, columns: usize) -> [String; 2] {
    let lang = lang as usize;
    let rolls = ROLLS.iter().take(if several { 3 } else { 2 }).map(|(usage, about)| (usage[lang].into(), about[lang]));
    let commands = TABLE.iter().map(|row| {
        let comma = if row.short.is_empty() { "" } else { ", " };
        let arguments = if row.command == PlayCommand::Fix { format!(" {name} 3 8/") } else { String::new() };
        ([row.names[lang], comma, row.short, &arguments].concat(), row.about[lang])
    });
    let help: Vec<(String, &str)> = rolls.chain(commands).collect();
    let widest = help.iter().map(|(usage, _)| width(usage)).max().unwrap_or_default();
    let fits = help.iter().all(|(_, about)| widest + 2 + width(about) <= columns);
    let gap = |usage: &str| if fits { widest - width(usage) + 2 } else { 2 };
    let line = |(usage, about): &(String, &str)| format!("{usage}{}{about}", " ".repeat(gap(usage)));
    let usages = help.iter().map(|(usage, _)| usage.as_str());
    [help.iter().map(line).collect::<Vec<_>>().join("\n"), usages.collect::<Vec<_>>().join(" \u{b7} ")]
}

/// The names of the commands, for a message.
pub fn listed(lang: Lang) -> String {
    let rows = TABLE.iter().filter(|row| row.command != PlayCommand::Again);
    rows.map(|row| row.names[lang as usize]).collect::<Vec<_>>().join(", ")
}

#[cfg(feature = "screen")]
/// A line that reminds of the commands: `u undo · fix · help · q quit`.
pub fn reminder(lang: Lang, is_over: bool) -> String {
    let name = |row: &CommandRow| match row.short {
        "" | "?" => row.names[lang as usize].to_owned(),
        short => [short, " ", row.names[lang as usize]].concat(),
    };
    let rows = TABLE.iter().filter(|row| is_over || row.command != PlayCommand::Again);
    rows.map(name).collect::<Vec<_>>().join(" \u{b7} ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_belongs_to_one_command() {
        for row in &TABLE {
            for word in row.names.into_iter().chain([row.short]).filter(|word| !word.is_empty()) {
                assert_eq!(PlayCommand::parse(&format!(" {} ", word.to_uppercase())), Some((row.command, "")));
            }
        }
        for text in ["", "redo", "undo 2", "quit now"] {
            assert_eq!(PlayCommand::parse(text), None, "{text}");
        }
        assert_eq!(PlayCommand::parse("corregir Ana 3 8/ "), Some((PlayCommand::Fix, "Ana 3 8/")));
    }

    #[test]
    fn help_is_in_two_columns_if_they_fit() {
        let widest = |columns| help(Lang::En, true, "PJS", columns)[0].lines().map(width).max().unwrap();
        let two = widest(usize::MAX);
        assert_eq!(widest(two), two);
        assert!(widest(two - 1) < two);
    }
}
