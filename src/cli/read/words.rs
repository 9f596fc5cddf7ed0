//! The words for columns and keys that hold something else than a numbered frame, ball or game.

/// How the name of a column, or a key, says that its games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    Notation,
    Rolls,
    /// In any way.
    Any,
    /// In any way, and a number may count the games of an evening.
    Game,
}

/// The keys of JSON that hold games. The first that is not empty counts.
pub const GAME_KEYS: [(&str, Spelling); 8] = [
    ("rolls", Spelling::Rolls),
    ("throws", Spelling::Rolls),
    ("balls", Spelling::Rolls),
    ("shots", Spelling::Rolls),
    ("pins", Spelling::Rolls),
    ("notation", Spelling::Notation),
    ("frames", Spelling::Any),
    ("game", Spelling::Game),
];
/// The keys of JSON that hold the games of a series, or their totals.
pub const SERIES_KEYS: [&str; 3] = ["games", "gamescores", "scores"];

/// The names of the player, the best first.
pub const NAMES: [&str; 22] = [
    "name",
    "bowler",
    "player",
    "bowlername",
    "playername",
    "fullname",
    "nombre",
    "jugador",
    "jugadora",
    "이름",
    "선수",
    "선수이름",
    "nom",
    "joueur",
    "joueuse",
    "spieler",
    "spielerin",
    "jogador",
    "nome",
    "氏名",
    "имя",
    "игрок",
];
/// The names of the parts of a player's name.
pub const FIRST_NAMES: [&str; 5] = ["firstname", "givenname", "forename", "vorname", "prénom"];
pub const LAST_NAMES: [&str; 4] = ["lastname", "surname", "familyname", "nachname"];
/// The names of the handicap of a player.
pub const HANDICAPS: [&str; 3] = ["hdcp", "hcp", "handicap"];
/// Columns that do not hold a game, and often come first in a table.
pub const OTHER_WORDS: [&str; 2] = ["team", "week"];

/// The names of the claim, the best first. A total beside a handicap has the handicap in it.
pub const fn claims(has_handicap: bool) -> [&'static str; 6] {
    if has_handicap {
        ["claim", "scratch", "score", "total", "totalscore", "finalscore"]
    } else {
        ["claim", "scratch", "total", "totalscore", "finalscore", "score"]
    }
}

/// The words for a column that holds games, each with its spelling.
pub const WHOLE: [(&str, Spelling); 3] =
    [("notation", Spelling::Notation), ("rolls", Spelling::Rolls), ("throws", Spelling::Rolls)];
/// The words for the number of a ball, and for what a row of one holds.
pub const BALL_NUMBERS: [&str; 7] = ["ball", "ballnumber", "ballno", "roll", "rollnumber", "throw", "shot"];
pub const PINS: [&str; 5] = ["pins", "pinfall", "pinsdown", "pinsknocked", "pinsknockeddown"];
/// The words for a running total, or the points of a frame, where a row is a frame, the best first.
pub const FRAME_TOTALS: [&str; 7] =
    ["cumulative", "runningtotal", "runningscore", "frametotal", "framescore", "total", "score"];
/// The words for what tells one game from another where a game has many rows.
pub const LONG_KEYS: [&str; 13] = [
    "game",
    "gamenumber",
    "gameno",
    "gameid",
    "game#",
    "match",
    "matchid",
    "series",
    "session",
    "lane",
    "team",
    "playerid",
    "bowlerid",
];
