//! Counts the likely mistakes of all games, so that a teacher sees what to teach again.

use maud::{Markup, html};

use super::tally::GameId;
use crate::sheet::mistake::Mistake;

/// Rarer mistakes are left out.
const MOST_SHOWN: usize = 6;

/// The likely mistakes, each with how often it was made, and the first game that has it. There are some dozen of them.
#[derive(Debug, Default)]
pub struct Mistakes(Vec<(String, u64, GameId)>);

impl Mistakes {
    pub fn add(&mut self, mistake: &Mistake, game: GameId) {
        let label = label(mistake);
        match self.0.iter_mut().find(|(other, ..)| *other == label) {
            Some((_, count, _)) => *count += 1,
            None => self.0.push((label, 1, game)),
        }
    }

    /// The commonest mistakes, if there is more than one to speak of.
    pub fn list(&self) -> Markup {
        let mut commonest: Vec<_> = self.0.iter().collect();
        commonest.sort_by_key(|(_, count, game)| (std::cmp::Reverse(*count), *game));
        commonest.truncate(MOST_SHOWN);
        html! {
            @if self.0.iter().map(|(_, count, _)| count).sum::<u64>() > 1 {
                h2 { "Commonest mistakes" }
                ul.mistakes {
                    @for (label, count, game) in commonest {
                        li { a href={ "#" (game) } { (label) } ", " (times(*count)) }
                    }
                }
            }
        }
    }
}

fn times(count: u64) -> String {
    if count == 1 { "once".into() } else { format!("{count} times") }
}

/// A mistake without its numbers: `strike's bonus left out`.
fn label(mistake: &Mistake) -> String {
    match mistake {
        Mistake::Frame(mistake) | Mistake::InOneOf(mistake, _) | Mistake::InEvery(mistake) => noun(mistake),
        Mistake::OffBy(..) if mistake.is_carry() => "missed carry".into(),
        Mistake::OffBy(..) | Mistake::TotalOffBy(_) => "wrong sum".into(),
        Mistake::BeforeLeftOut(_) => "total before the frame left out".into(),
        Mistake::Waits(..) | Mistake::NotBegun | Mistake::NotOver | Mistake::EarlierNotSettled => {
            "total of a frame that is not settled".into()
        }
        mistake => noun(&mistake.to_string()),
    }
}

/// `as if the spare's bonus were two balls, not one` as the name of a mistake.
fn noun(sentence: &str) -> String {
    let sentence = ["as if the ", "as if ", "perhaps ", "the "]
        .iter()
        .find_map(|start| sentence.strip_prefix(start))
        .unwrap_or(sentence);
    let shorter = sentence.replace(" were left out", " left out").replace(" were counted", " counted");
    shorter.replace(" were ", " taken as ").replace(" are swapped", " swapped")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_has_a_name() {
        for (mistake, expected) in [
            (Mistake::Frame("as if the strike's bonus were left out"), "strike's bonus left out"),
            (
                Mistake::InOneOf("as if the spare's bonus were two balls, not one", vec![3, 5]),
                "spare's bonus taken as two balls, not one",
            ),
            (Mistake::NoBonus, "no bonus counted"),
            (Mistake::SwappedDigits, "two digits swapped"),
            (Mistake::TotalOffBy(9), "wrong sum"),
            (Mistake::BeforeLeftOut(48), "total before the frame left out"),
        ] {
            assert_eq!(label(&mistake), expected);
        }
    }

    #[test]
    fn the_commonest_mistake_comes_first() {
        let mut mistakes = Mistakes::default();
        let game = |line| GameId { file: 1, line, before: 0 };
        mistakes.add(&Mistake::NoBonus, game(1));
        assert_eq!(mistakes.list().into_string(), "");
        mistakes.add(&Mistake::SwappedDigits, game(2));
        mistakes.add(&Mistake::SwappedDigits, game(3));
        let list = mistakes.list().into_string();
        let [digits, bonus] =
            ["two digits swapped</a>, 2 times", "no bonus counted</a>, once"].map(|text| list.find(text));
        assert!(digits.is_some() && digits < bonus && list.contains("href=\"#g1-2\""), "{list}");
    }
}
