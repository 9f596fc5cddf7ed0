//! The fast path and the reference parser give the same answers: on games, on typing mistakes, on
//! anything.

use fearless_simd::Level;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::line::OrdinaryGame;
use super::table::{FrameTable, TRIPLES};
use super::tape::Tape;
use super::{BATCH, Scanner};
use crate::game::{FRAMES, Game, Rules};
use crate::reading::Dialect;
use crate::sheet::Claim;
use crate::sheet::line::{LineKind, score_game_line};

const DIALECTS: [Dialect; 3] = [Dialect::Auto, Dialect::Rolls, Dialect::Notation];

/// Every SIMD level that this machine has.
fn levels() -> Vec<Level> {
    let best = Level::new();
    #[cfg(target_arch = "x86_64")]
    let lower = [best.as_avx2().map(Level::Avx2), best.as_sse4_2().map(Level::Sse4_2)];
    #[cfg(not(target_arch = "x86_64"))]
    let lower = [None; 0];
    [best, Level::baseline()].into_iter().chain(lower.into_iter().flatten()).collect()
}

#[test]
fn a_triple_that_settles_no_frame_settles_no_tenth_frame() {
    // A walk stands still at a triple without an entry. It must not find a tenth frame there.
    for &rules in Rules::ALL {
        let table = FrameTable::of(rules);
        for triple in 0..TRIPLES {
            assert!(table.tenth.entry(triple) == 0 || table.frame.entry(triple) != 0, "{rules} {triple:x}");
        }
    }
}

/// A game of any length: each number chooses among the possible balls.
fn played(rules: Rules, choices: &[u8]) -> Game {
    let mut game = Game::new(rules);
    for &choice in choices {
        let standing = game.lane().standing;
        let pins = if choice >= 200 { standing } else { choice % (standing + 1) };
        if game.roll(pins).is_err() {
            break;
        }
    }
    game
}

/// A game as rolls or in notation, with one of several separators.
fn spelled(game: &Game, spelling: u8) -> String {
    let separator = [" ", ",", " | ", ";"][usize::from(spelling % 4)];
    if spelling & 4 == 0 {
        let rolls: Vec<String> = game.rolls().map(|roll| roll.pins().get().to_string()).collect();
        return rolls.join(separator);
    }
    let notation = game.to_string();
    if spelling & 8 == 0 { notation.replace(' ', separator) } else { notation.replace(' ', "") }
}

/// A line: a game, a game with one byte changed, or any bytes; sometimes with a name, a claim, a comment.
fn line(rules: Rules) -> impl Strategy<Value = Vec<u8>> {
    let complete = prop::collection::vec(any::<u8>(), 30..32);
    let choices = prop_oneof![3 => complete, 1 => prop::collection::vec(any::<u8>(), 0..30)];
    let game = (choices, any::<u8>(), 0..4_u8).prop_map(move |(choices, spelling, claim)| {
        let game = played(rules, &choices);
        let running: Vec<String> = game.running_totals().iter().map(u16::to_string).collect();
        let claim = match claim {
            0 => format!(" = {}", game.score()),
            1 => format!(" = {} # 100 %", running.join(" ")),
            _ => String::new(),
        };
        (spelled(&game, spelling) + &claim).into_bytes()
    });
    let symbols = prop::sample::select(b"0123456789X/-FGSx ,|;\t[]=#:(\"\r\xe2\x00".to_vec());
    let mistake = (game.clone(), any::<prop::sample::Index>(), symbols.clone()).prop_map(|(mut line, at, symbol)| {
        if !line.is_empty() {
            let at = at.index(line.len());
            line[at] = symbol;
        }
        line
    });
    let soup = prop::collection::vec(symbols, 0..60);
    let bytes = prop::collection::vec(any::<u8>().prop_filter("one line", |&byte| byte != b'\n'), 0..60);
    let body = prop_oneof![6 => game, 3 => mistake, 2 => soup, 1 => bytes];
    let before =
        prop::sample::select(vec!["", "", "20:", "P: ", "LOU,", "홍길동:", "A:B: ", " : ", "\u{1}:", "#", "[", "=:"]);
    let after = prop::sample::select(vec![
        "",
        "",
        "",
        "\r",
        " ",
        "\t\r",
        "# c",
        " # = 3",
        "]",
        " : 7",
        " = 48",
        "= 20 39 _",
        " = 1\r 2",
        "=\u{c}",
    ]);
    (before, body, after).prop_map(|(before, body, after)| [before.as_bytes(), &body, after.as_bytes()].concat())
}

fn lines() -> impl Strategy<Value = (Rules, Vec<Vec<u8>>)> {
    let rules = prop::sample::select(Rules::ALL.to_vec());
    rules.prop_flat_map(|rules| (Just(rules), prop::collection::vec(line(rules), 1..40)))
}

/// What the fast path makes of each line.
#[derive(Debug, PartialEq)]
struct Scanned {
    text: Vec<u8>,
    name: String,
    game: Option<Game>,
    claim: Option<Claim>,
    claim_text: String,
}

fn scan(level: Level, text: &[u8], rules: Rules, dialect: Dialect) -> Vec<Scanned> {
    let mut scanner = Scanner::new(level);
    let (mut all, mut read) = (Vec::new(), 0);
    // Starts again in the middle of a batch, as where other text comes between.
    while read < text.len() {
        let mut lines = scanner.lines(&text[read..], dialect);
        for _ in 0..BATCH + 5 {
            let Some(line) = lines.next(rules) else { break };
            let (text, found) = (line.text.to_vec(), line.game.as_ref());
            let (name, claim_text) = found.map(|game| (game.name.into(), game.claim_text.into())).unwrap_or_default();
            let (game, claim) = (found.map(|found| found.game().borrow().clone()), found.and_then(OrdinaryGame::claim));
            all.push(Scanned { text, name, game, claim, claim_text });
        }
        assert_ne!(lines.read(), 0);
        read += lines.read();
    }
    all
}

/// The totals of the ordinary lines of a text.
fn totals(level: Level, text: &str) -> Vec<Option<u16>> {
    let lines = scan(level, text.as_bytes(), Rules::Tenpin, Dialect::Auto);
    lines.into_iter().map(|line| line.game.map(|game| game.score())).collect()
}

/// How many cases a property has: `fuzz/run` asks for more.
fn cases() -> u32 {
    std::env::var("BOWLING_FUZZ_INPUTS").ok().and_then(|inputs| inputs.parse().ok()).unwrap_or(400)
}

proptest! {
    // The same cases in every run.
    #![proptest_config(ProptestConfig {
        cases: cases(),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(10_559),
        ..ProptestConfig::default()
    })]

    #[test]
    fn an_ordinary_line_is_what_the_reference_parser_reads((rules, lines) in lines()) {
        let text = lines.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect::<Vec<u8>>();
        for (level, dialect) in levels().into_iter().flat_map(|level| DIALECTS.map(|dialect| (level, dialect))) {
            let scanned = scan(level, &text, rules, dialect);
            prop_assert_eq!(scanned.len(), lines.len());
            for (Scanned { text, name, game, claim, claim_text }, line) in scanned.into_iter().zip(&lines) {
                prop_assert_eq!(&text, line);
                let Some(game) = game else { continue };
                prop_assert_eq!(LineKind::of(line), LineKind::Game);
                let reference = score_game_line(line, dialect, rules);
                prop_assert_eq!(reference.verify(), Ok(()));
                prop_assert_eq!(Ok(game), reference.game);
                prop_assert_eq!(name, reference.name.unwrap_or_default());
                prop_assert_eq!(claim_text, reference.claim_text.trim_ascii());
                prop_assert_eq!(claim, reference.claim);
            }
        }
    }

    #[test]
    fn every_simd_level_reads_the_same_tape(text in prop::collection::vec(any::<u8>(), 0..400), (rules, lines) in lines()) {
        let sheet = lines.join(&b'\n');
        for text in [&text, &sheet] {
            let tapes: Vec<Tape> = levels().into_iter().map(|level| {
                let mut tape = Tape::new(level);
                // Nothing of an earlier piece may remain.
                tape.read(&[b'7'; 500]);
                tape.read(text);
                tape
            }).collect();
            for tape in &tapes[1..] {
                prop_assert_eq!(tape.dividers(text), tapes[0].dividers(text));
                prop_assert_eq!((tape.has_joined, tape.has_signs), (tapes[0].has_joined, tapes[0].has_signs));
                for pair in tape.dividers(text).windows(2) {
                    let line = usize::from(pair[0].code)..usize::from(pair[1].code);
                    prop_assert_eq!(&tape.triples[line.clone()], &tapes[0].triples[line]);
                }
            }
        }
        let text = [&sheet[..], b"\n"].concat();
        let all: Vec<_> = levels().into_iter().map(|level| scan(level, &text, rules, Dialect::Auto)).collect();
        for other in &all[1..] {
            prop_assert_eq!(other, &all[0]);
        }
    }
}

#[test]
fn ordinary_lines_take_the_fast_path() {
    // Without this, the properties above would hold for a fast path that accepts nothing.
    for (line, total) in [
        ("10 10 10 10 10 10 10 10 10 10 10 10", 300),
        ("X X X X X X X X X X X X", 300),
        ("X|7/|9-|X|-8|8/|-6|X|X|X81", 167),
        ("x7/9-x-88/-6xxx81", 167),
        ("  9, 0,9,0;9 0 9|0 9 0 9 0 9 0 9 0 9 0 9 0\r", 90),
        ("PJS: X 7/ 9- X -8 8/ -6 X X X81", 167),
        ("Lane 12: 10 10 10 10 10 10 10 10 10 10 10 10", 300),
        ("홍길동: X 7/ 9- X -8 8/ -6 X X X81 = 167 # first", 167),
        (": X 7/ 9- X -8 8/ -6 X X X81 = 0167\r", 167),
        ("X 7/ 9- X -8 8/ -6 X X X81# a: b = c", 167),
        ("9- 81 72 63 54 45 36 27 18 -9", 90),
        ("PJS: X X X X X X X X X X X X = 30 60 90 120 150 180 210 240 270 300 # perfect", 300),
        ("9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 = 90", 90),
        ("X7/9-X-88/-6XXX81 =20  39 48 66 74 84 90 120 148 167\r", 167),
    ] {
        let text = format!("{line}\n");
        for level in levels() {
            assert_eq!(totals(level, &text), [Some(total)], "{line}");
        }
    }
    assert_eq!(FRAMES, 10);
}

#[test]
fn other_lines_do_not() {
    for line in [
        "",
        "# X X X X X X X X X X X X",
        "X X X X X X X X X X X",
        "X X X X X X X X X X X X X",
        "10 X X X X X X X X X X X",
        "A: B: X X X X X X X X X X X X",
        "A: X X X X X X X X X X X X : 7",
        "A: X X X X X X X X X X X X:",
        "X X X X X X X X X X X X = 299",
        "X X X X X X X X X X X X =",
        "X X X X X X X X X X X X = 30 60 91",
        "X X X X X X X X X X X X = 30 60 90 120 150 180 210 240 270",
        "X X X X X X X X X X X X = 30 60 90 120 150 180 210 240 270 300 300",
        "X X X X X X X X X X X X = 30 60 90 120 150 180 210 240 270 301",
        "X X X X X X X X X X X X = 30 60 90 120 150 180 210 240 270 _",
        "X X X X X X X X X X X X = 30, 60, 90, 120, 150, 180, 210, 240, 270, 300",
        "X X X X X X X X X X X X = error",
        "X X X X X X X X X X X X # \0",
        "X X X X X X X X X X X X = 300 # \0",
        "20:10 10 10 10 10 10 10 10 10 10 10 10",
        "90 90 90 90 90 90 90 90 90 90",
        "[10 10 10 10 10 10 10 10 10 10 10 10]",
    ] {
        let text = format!("{line}\n");
        assert_eq!(totals(Level::new(), &text), [None], "{line}");
    }
}

#[test]
fn lines_are_walked_again_where_the_rules_change() {
    let text = "10 7 3 9 0 10 0 8 8 2 0 6 10 10 10 8 1\n".repeat(30);
    let mut scanner = Scanner::default();
    let mut lines = scanner.lines(text.as_bytes(), Dialect::Auto);
    for at in 0..30 {
        let (rules, total) = if at % 5 < 2 { (Rules::Tenpin, Some(167)) } else { (Rules::World, None) };
        let game = lines.next(rules).unwrap().game;
        assert_eq!(
            game.map(|game| (game.total, game.game().borrow().score())),
            total.map(|total| (total, total)),
            "line {at}"
        );
    }
    assert!(lines.next(Rules::Tenpin).is_none());
    assert_eq!(lines.read(), text.len());
}

#[test]
fn a_line_longer_than_a_piece_is_left_to_the_reference_parser() {
    let text = format!("{}\n", "9 0 ".repeat(super::PIECE));
    let mut scanner = Scanner::default();
    let mut lines = scanner.lines(text.as_bytes(), Dialect::Auto);
    assert!(lines.next(Rules::Tenpin).is_none());
    assert_eq!(lines.read(), 0);
}

#[test]
fn a_line_that_is_not_utf_8_leaves_the_others_of_its_piece_ordinary() {
    let text =
        b"Ann: X X X X X X X X X X X X\nJos\xe9: X X X X X X X X X X X X\n\xea\xb9\x80: X X X X X X X X X X X X\n";
    let names: Vec<_> =
        scan(Level::new(), text, Rules::Tenpin, Dialect::Auto).into_iter().map(|line| line.name).collect();
    assert_eq!(names, ["Ann", "", "\u{ae40}"]);
}
