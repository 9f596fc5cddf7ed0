use super::*;

const GAMES: u16 = 10_000;

/// What a seed gives with some options.
pub(super) fn generated(rules: Rules, seed: u64, change: impl Fn(&mut Options)) -> Generator {
    let mut options = Options::new(rules, seed);
    change(&mut options);
    Generator::new(options).unwrap()
}

fn games(rules: Rules, seed: u64, average: Option<u16>) -> impl Iterator<Item = Game> {
    generated(rules, seed, |options| options.average = average).map(|generated| generated.game)
}

fn mean(games: impl Iterator<Item = Game>) -> f64 {
    games.take(GAMES.into()).map(|game| f64::from(game.score())).sum::<f64>() / f64::from(GAMES)
}

#[test]
fn the_mean_is_what_was_asked() {
    for &rules in Rules::ALL {
        for average in [40, 80, 100, 120, 140, 160, 180, 200, 215, 230, 250, 280] {
            let mean = mean(games(rules, 1, Some(average)));
            assert!((mean - f64::from(average)).abs() < 2.5, "{rules} {average}: {mean}");
        }
    }
}

#[test]
fn options_out_of_range_are_refused() {
    let refused = |change: fn(&mut Options)| {
        let mut options = Options::new(Rules::Tenpin, 1);
        change(&mut options);
        Generator::new(options).unwrap_err().to_string()
    };
    assert_eq!(refused(|options| options.average = Some(301)), "301 is not an average, an average is 0 to 300");
    for change in [
        |options: &mut Options| options.unfinished = 101,
        |options: &mut Options| options.errors = 101,
        |options: &mut Options| options.mistakes = 101,
    ] {
        assert_eq!(refused(change), "101 is not a percentage, a percentage is 0 to 100");
    }
}

/// The same pins.
fn without_leaves(game: &Game) -> Game {
    let mut plain = Game::new(game.rules());
    game.rolls().for_each(|roll| plain.roll(roll.pins().get()).unwrap());
    plain
}

#[test]
fn an_option_changes_only_what_it_is_about() {
    for &rules in Rules::ALL {
        let plain: Vec<Game> = games(rules, 5, None).take(300).collect();
        let set_all = |options: &mut Options| (options.leaves, options.mistakes, options.errors) = (true, 30, 20);
        let all: Vec<Generated> = generated(rules, 5, set_all).take(300).collect();
        assert!(all.iter().map(|generated| without_leaves(&generated.game)).eq(plain.iter().cloned()), "{rules}");
        assert!((30..90).contains(&all.iter().filter(|generated| generated.impossible.is_some()).count()));
        assert!((40..110).contains(&all.iter().filter(|generated| generated.wrong_claim.is_some()).count()));
        assert!(all.iter().all(|generated| generated.impossible.is_none() || generated.wrong_claim.is_none()));

        let unfinished = generated(rules, 5, |options| {
            set_all(options);
            options.unfinished = 40;
        });
        let cut: Vec<Game> = unfinished.take(300).map(|generated| generated.game).collect();
        let is_start =
            |(cut, whole): (&Game, &Game)| without_leaves(cut).rolls().eq(whole.rolls().take(cut.rolls().count()));
        assert!(cut.iter().zip(&plain).all(is_start), "{rules}");
        assert!(cut.iter().all(Game::has_begun));
        assert!((80..160).contains(&cut.iter().filter(|game| !game.is_complete()).count()), "{rules}");
    }
}

#[test]
fn edge_cases_come_first_and_are_whole() {
    for &rules in Rules::ALL {
        let cases = edge_cases::edge_cases(rules);
        let generated =
            generated(rules, 2, |options| (options.edge_cases, options.unfinished, options.errors) = (true, 100, 100));
        let all: Vec<Generated> = generated.take(cases.len() + 100).collect();
        let (first, rest) = all.split_at(cases.len());
        assert!(first.iter().map(|generated| &generated.game).eq(&cases));
        assert!(first.iter().all(|generated| generated.impossible.is_none()));
        assert!(rest.iter().all(|generated| generated.impossible.is_some() && !generated.game.is_complete()));
    }
}

/// People publish seeds instead of games.
#[test]
fn the_games_of_a_seed_never_change() {
    for (&rules, pinned) in Rules::ALL.iter().zip([
        0x4e8a_81c6_4ead_0362,
        0xe4e6_58bc_528d_868e,
        0x5ef7_e0aa_e071_ef7c,
        0x5ef7_e0aa_e071_ef7c,
        0x5607_6aae_8b9b_a0f3,
        0x8f12_df5b_663f_624a,
    ]) {
        let plain = [0, 7, u64::MAX].map(|seed| generated(rules, seed, |_| {}));
        let with_all = [None, Some(140)].map(|average| {
            generated(rules, 7, |options| {
                (options.average, options.leaves) = (average, true);
                (options.unfinished, options.errors, options.mistakes) = (20, 30, 100);
            })
        });
        let games = plain.into_iter().chain(with_all).flat_map(|games| games.take(1000));
        let texts = games.map(|Generated { game, impossible, wrong_claim }| {
            let text = impossible.unwrap_or_else(|| game.to_string());
            format!("{text} = {}", wrong_claim.unwrap_or(Claim::Error(None)))
        });
        // FNV-1a.
        let hash = texts
            .flat_map(String::into_bytes)
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        assert_eq!(hash, pinned, "{rules}");
    }
}
