//! The commands of a live game: one table with their names and their help in every language.

use super::messages::Lang;

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Undo,
    Fix,
    Help,
    Quit,
}

/// A line of the help: what can be typed, and what it does.
struct Row {
    /// The command; `None` for rolls.
    command: Option<Command>,
    /// All names in each language, the first of them in full.
    names: [&'static [&'static str]; 3],
    /// What is typed.
    usage: [&'static str; 3],
    about: [&'static str; 3],
}

/// The row of several rolls in one entry, which only a screen takes.
const SEVERAL: &str = "7 2, 8/";

const TABLE: [Row; 7] = [
    Row {
        command: None,
        names: [&[]; 3],
        usage: ["0 to 10", "0~10", "0 a 10"],
        about: ["the pins of this roll", "이번 투구로 쓰러뜨린 핀의 수", "los pines de esta tirada"],
    },
    Row {
        command: None,
        names: [&[]; 3],
        usage: ["X / - F S7"; 3],
        about: [
            "strike, spare, gutter, foul, split",
            "스트라이크, 스페어, 거터, 파울, 스플릿",
            "strike, spare, canal, falta, split",
        ],
    },
    Row {
        command: None,
        names: [&[]; 3],
        usage: [SEVERAL; 3],
        about: ["several rolls of a turn", "한 차례의 여러 투구", "varias tiradas del turno"],
    },
    Row {
        command: Some(Command::Undo),
        names: [&["undo", "u"]; 3],
        usage: ["undo, u"; 3],
        about: ["take the last roll back", "마지막 투구를 되돌리기", "deshacer la última tirada"],
    },
    Row {
        command: Some(Command::Fix),
        names: [&["fix"]; 3],
        usage: ["fix NAME 3 8/", "fix 이름 3 8/", "fix NOMBRE 3 8/"],
        about: ["replace a finished frame", "끝난 프레임 고치기", "cambiar un cuadro terminado"],
    },
    Row {
        command: Some(Command::Help),
        names: [&["help", "?"]; 3],
        usage: ["help, ?"; 3],
        about: ["show this list", "이 목록 보기", "mostrar esta lista"],
    },
    Row {
        command: Some(Command::Quit),
        names: [&["quit", "q"]; 3],
        usage: ["quit, q"; 3],
        about: ["end the game, as Ctrl-D", "경기 끝내기(Ctrl-D)", "terminar, como Ctrl-D"],
    },
];

impl Command {
    /// The command of a word, in any language.
    pub fn of(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        let is_name = |row: &&Row| row.names.iter().any(|names| names.contains(&word.as_str()));
        TABLE.iter().find(is_name)?.command
    }
}

/// The help: what can be typed, and what it does. `several` says whether an entry may have several rolls.
pub fn help(lang: Lang, several: bool) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lang = lang as usize;
    let rows = TABLE.iter().map(move |row| (row.usage[lang], row.about[lang]));
    rows.filter(move |(usage, _)| several || *usage != SEVERAL)
}
