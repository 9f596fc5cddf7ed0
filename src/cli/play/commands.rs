//! The commands of a live game: one table with their names and their help in every language.

use crate::cli::monitor::messages::Lang;
use crate::cli::text::width;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    Undo,
    Fix,
    Again,
    Help,
    Quit,
}

/// An entry that can be typed, in English, Korean and Spanish. All names of commands work in every language.
struct Row {
    /// `None` for rolls.
    command: Option<PlayCommand>,
    names: [&'static str; 3],
    short: &'static str,
    about: [&'static str; 3],
}

const fn row(
    command: Option<PlayCommand>,
    names: [&'static str; 3],
    short: &'static str,
    about: [&'static str; 3],
) -> Row {
    Row { command, names, short, about }
}

const SPLITS: [&str; 3] = [
    "strike, spare, gutter, foul, split",
    "스트라이크, 스페어, 거터, 파울, 스플릿",
    "strike, spare, canal, falta, split",
];
const PINS: [&str; 3] = ["the pins of this roll", "이번 투구로 쓰러뜨린 핀의 수", "los pines de esta tirada"];
const SEVERAL: [&str; 3] = ["several rolls, pins left", "여러 투구, 남은 핀", "tiradas, pines en pie"];
const UNDO: [&str; 3] = ["take the last roll back", "마지막 투구 되돌리기", "anular la última tirada"];
const FIX: [&str; 3] = ["replace a finished frame", "끝난 프레임 고치기", "cambiar un cuadro"];
const AGAIN: [&str; 3] = ["the next game, same players", "같은 선수로 다음 경기", "otro juego, mismos jugadores"];
const HELP: [&str; 3] = ["show this list", "이 목록 보기", "mostrar esta lista"];
const QUIT: [&str; 3] = ["end the game, as Ctrl-D", "경기 끝내기(Ctrl-D)", "terminar, como Ctrl-D"];

const TABLE: [Row; 8] = [
    row(None, ["0 to 10", "0~10", "0 a 10"], "", PINS),
    row(None, ["X / - F S7"; 3], "", SPLITS),
    row(None, ["7 2, 8{7-10}"; 3], "", SEVERAL),
    row(Some(PlayCommand::Undo), ["undo", "취소", "deshacer"], "u", UNDO),
    row(Some(PlayCommand::Fix), ["fix", "수정", "corregir"], "", FIX),
    row(Some(PlayCommand::Again), ["again", "다시", "otra"], "", AGAIN),
    row(Some(PlayCommand::Help), ["help", "도움말", "ayuda"], "?", HELP),
    row(Some(PlayCommand::Quit), ["quit", "종료", "salir"], "q", QUIT),
];

/// The rows of commands, with or without the one for the next game.
fn commands(with_again: bool) -> impl Iterator<Item = &'static Row> {
    let is_listed = move |row: &&Row| row.command.is_some_and(|command| with_again || command != PlayCommand::Again);
    TABLE.iter().filter(is_listed)
}

impl PlayCommand {
    /// The command that starts a text, in any language, and the rest of the text.
    pub fn parse(text: &str) -> Option<(Self, &str)> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let word = word.to_lowercase();
        let is_row = |row: &&Row| !word.is_empty() && (row.short == word || row.names.contains(&word.as_str()));
        let command = commands(true).find(is_row)?.command?;
        (rest.is_empty() || command == Self::Fix).then(|| (command, rest.trim()))
    }
}

/// The help: the entries and what they do, in two columns; and the entries alone. `several` says whether an
/// entry may have several rolls, and `name` is a player for the examples.
pub fn help(lang: Lang, several: bool, name: &str) -> [String; 2] {
    let usage = |row: &Row| {
        let comma = if row.short.is_empty() { "" } else { ", " };
        let arguments = if row.command == Some(PlayCommand::Fix) { format!(" {name} 3 8/") } else { String::new() };
        [row.names[lang as usize], comma, row.short, &arguments].concat()
    };
    let rows = TABLE.iter().filter(|row| several || row.about != SEVERAL);
    let (usages, about): (Vec<_>, Vec<_>) = rows.map(|row| (usage(row), row.about[lang as usize])).unzip();
    let widest = usages.iter().map(|usage| width(usage)).max().unwrap_or_default();
    let line = |(usage, about): (&String, _)| format!("{usage}{:1$}{about}", "", widest - width(usage) + 2);
    [usages.iter().zip(about).map(line).collect::<Vec<_>>().join("\n"), usages.join(" \u{b7} ")]
}

/// The names of the commands, for a message.
pub fn listed(lang: Lang) -> String {
    commands(false).map(|row| row.names[lang as usize]).collect::<Vec<_>>().join(", ")
}

#[cfg(feature = "screen")]
/// A line that reminds of the commands: `u undo · fix · help · q quit`.
pub fn reminder(lang: Lang, is_over: bool) -> String {
    let name = |row: &Row| match row.short {
        "" | "?" => row.names[lang as usize].to_owned(),
        short => [short, " ", row.names[lang as usize]].concat(),
    };
    commands(is_over).map(name).collect::<Vec<_>>().join(" \u{b7} ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_belongs_to_one_command() {
        for row in commands(true) {
            for word in row.names.into_iter().chain([row.short]).filter(|word| !word.is_empty()) {
                let parsed = PlayCommand::parse(&format!(" {} ", word.to_uppercase())).map(|(command, _)| command);
                assert_eq!(parsed, row.command, "{word}");
            }
        }
        for text in ["", "redo", "undo 2", "quit now"] {
            assert_eq!(PlayCommand::parse(text), None, "{text}");
        }
        assert_eq!(PlayCommand::parse("corregir Ana 3 8/ "), Some((PlayCommand::Fix, "Ana 3 8/")));
    }
}
