//! The games of some seeds. They must not change: people publish seeds instead of games.

use super::Generated;
use super::tests::{generated, without_leaves};
use crate::game::{Game, Rules};

/// For each seed, the first two games, and a hash of the balls of the first thousand.
type Pinned = [([&'static str; 2], u64); 3];

const SEEDS: [u64; 3] = [0, 7, u64::MAX];

/// FNV-1a.
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

const SMALL_BALL: Pinned = [
    (["8-1 35- 532 712 243 351 7/ 311 531 42-", "631 -72 541 234 621 6/ -8- 213 441 6-2"], 0xac83_2bd6_56fe_b6ae),
    (["-53 522 6-3 531 5-1 3-6 442 9-- 63- 721", "72- 33- 4/ 612 61- 514 X 531 X 63-"], 0x2585_3b85_5e4a_349a),
    (["541 9/ 2/ 81- 621 27- 3-6 261 72- 9/6", "X 622 352 5-3 7/ 6-1 1-7 9-- 7/ 4-5"], 0x19eb_f622_2de0_b0eb),
];

const PINNED: [(Rules, Pinned); 6] = [
    (
        Rules::Tenpin,
        [
            (["X 26 7/ 34 9/ X 7/ 72 9- X9/", "X 71 72 9/ 81 54 X X 54 X9/"], 0x851f_47e9_0c54_9879),
            (["44 9/ 8/ 9- 9/ 9/ 9- 71 6/ 8/X", "X 4- X X 8/ 9/ X X 62 8-"], 0x0618_d1ec_c8fa_cfa7),
            (["9/ 9/ X 7/ X 71 9- 8- X 51", "4/ 6/ 8/ 9- X X X X X 9/7"], 0x8770_303c_465f_1539),
        ],
    ),
    (
        Rules::World,
        [
            (["X 26 7/ 34 9/ X 7/ 72 9- X", "9/ X 71 72 9/ 81 54 X X 54"], 0x5041_3d17_fd5a_08fd),
            (["44 9/ 8/ 9- 9/ 9/ 9- 71 6/ 8/", "X X 4- X X 8/ 9/ X X 62"], 0x07bd_0381_6bd7_8864),
            (["9/ 9/ X 7/ X 71 9- 8- X 51", "4/ 6/ 8/ 9- X X X X X 9/"], 0x5454_1382_271b_78cb),
        ],
    ),
    (Rules::Candlepin, SMALL_BALL),
    (Rules::Duckpin, SMALL_BALL),
    (
        Rules::Notap9,
        [
            (["X 26 7/ 34 9 X X 7/ 72 97/", "9 X X 71 72 9 9 81 54 XX5"], 0x2b65_ebaf_4eca_3ec6),
            (["44 9 9 8/ 9 54 9 9 81 52", "7- X 8/ X X 4- X X 8/ 9XX"], 0xb7c1_6718_b90b_49dc),
            (["9 X 9 X X 7/ X 71 9 81", "6/ 51 4/ 6/ 8/ 9 7/ X X XX9"], 0x3f8e_16b4_583c_fa3a),
        ],
    ),
    (
        Rules::Notap8,
        [
            (["X 26 7/ 34 9 X X 7/ 72 97/", "9 X X 71 72 9 9 8 8 54"], 0x3838_0e98_3bba_0f32),
            (["4 4 9 9 8 9 9 5 4 9 9 8 9 5", "71 6/ 8 9 X X 4- X X 8X9"], 0x28a3_31b5_ab83_9178),
            (["9 X 9 X X 7/ X 71 9 886", "X 51 4/ 6/ 8 X 9 7/ X XXX"], 0xcb10_6ea4_d880_4b59),
        ],
    ),
];

#[test]
fn the_games_of_a_seed_never_change() {
    for (rules, pinned) in PINNED {
        for (seed, (first, thousand)) in SEEDS.into_iter().zip(pinned) {
            let games: Vec<_> = generated(rules, seed, |_| {}).take(1000).map(|generated| generated.game).collect();
            assert_eq!([games[0].to_string(), games[1].to_string()], first, "{rules} {seed}");
            let balls = games.iter().flat_map(Game::rolls).map(|roll| roll.pins().get());
            assert_eq!(hash(balls), thousand, "{rules} {seed}");
        }
    }
}

#[test]
fn leaves_errors_and_mistakes_of_a_seed_never_change() {
    let all = generated(Rules::Tenpin, 7, |options| {
        (options.leaves, options.average) = (true, Some(140));
        (options.unfinished, options.errors, options.mistakes) = (30, 30, 50);
    });
    for (generated, (game, leaves, impossible, claim)) in all.zip([
        (
            "34 81 8/ 9- 9/ 9- 8- 71 5/ 7/9",
            "1-3-5-6-8-9-10 6-9-10 2-4 4 2-8 _ 8 8 10 _ 10 10 6-10 6-10 1-2-10 1-10 1-3-6-7-10 _ 3-6-10 _ 10",
            None,
            Some("0 9 28 37 56 65 73 81 98 117"),
        ),
        (
            "X 2- 9/ 7/ 8/ X 9- 72 -6 X9-",
            "_ 1-2-3-4-5-7-8-9 1-2-3-4-5-7-8-9 7 _ 1-2-10 _ 6-7 _ _ 10 10 1-2-4 4 1-2-3-4-5-6-7-8-9-10 3-6-9-10 _ 6 6",
            None,
            Some("95"),
        ),
        ("81 7- 8- X X 81 8/ 9/ 7/ 8", "3-10 3 1-2-10 1-2-10 9-10 9-10 _ _ 5-7 7 3-6 _ 2 _ 6-7-10 _ 6-10", None, None),
        (
            "34 42 8/ 4- X X 9/ X 8- 81",
            "1-2-4-5-7-8-9 1-5-9 1-2-4-5-7-8 2-4-7-8 6-10 _ 1-2-4-5-7-8 1-2-4-5-7-8 _ _ 9 _ _ 3-10 3-10 7-10 7",
            None,
            Some("7 7 21 25 54 74 94 112 120 129"),
        ),
        (
            "X 72 81 63 9- 8/ 81 7/ 72 X9-",
            "_ 3-5-6 6 6-10 10 2-4-7-8 7 10 10 3-6 _ 7-9 7 1-3-7 _ 1-3-6 1 _ 10 10",
            Some("6S1 72 81 63 90 8/ 81 7/ 72 X90"),
            None,
        ),
        ("72 34 9/ 7", "3-6-10 3 1-2-3-5-6-9-10 6-9-10 7 _ 6-7-10", None, Some("9 9 26 _")),
        (
            "9- X 8- 9/ 7/ 9/ X X X 72",
            "7 7 _ 6-10 6-10 4 _ 1-3-6 _ 7 _ _ _ _ 6-9-10 9",
            Some("90 X 80 9/ 7/ 9/ X / X 72"),
            None,
        ),
        ("72 7- 81", "2-4-5 5 3-6-10 3-6-10 3-10 10", Some("72 70 81 72 90 X / 80 70 X9/"), None),
    ]) {
        assert_eq!(without_leaves(&generated.game).to_string(), game);
        let spelled =
            generated.game.rolls().iter().map(|roll| roll.leave().map_or_else(|| "_".into(), |pins| pins.to_string()));
        assert_eq!(spelled.collect::<Vec<String>>().join(" "), leaves, "{game}");
        assert_eq!(generated.impossible.map(|game| game.to_string()).as_deref(), impossible, "{game}");
        assert_eq!(generated.wrong_claim.map(|claim| claim.to_string()).as_deref(), claim, "{game}");
    }
}

#[test]
fn all_of_many_games_of_a_seed_never_changes() {
    for (rules, thousand) in Rules::ALL.iter().zip([
        0x2ccb_a956_6126_dc24,
        0xe5a6_f851_954d_13a6,
        0x6d34_ba9a_03c2_39cc,
        0x6d34_ba9a_03c2_39cc,
        0x4ca1_0af0_2ee8_28d1,
        0x19c9_318a_2ed4_63df,
    ]) {
        let all = generated(*rules, 7, |options| {
            (options.leaves, options.unfinished, options.errors, options.mistakes) = (true, 20, 30, 100);
        });
        let text = |Generated { game, impossible, wrong_claim, .. }: Generated| {
            [
                Some(game.to_string()),
                impossible.map(|game| game.to_string()),
                wrong_claim.map(|claim| claim.to_string()),
            ]
        };
        let texts = all.take(1000).flat_map(text).map(Option::unwrap_or_default);
        assert_eq!(hash(texts.flat_map(String::into_bytes)), thousand, "{rules}");
    }
}
