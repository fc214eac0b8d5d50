//! A sequential test whose verdict does not depend on the order in which games finish.
//!
//! Concurrent games finish out of order, and a match can be interrupted and resumed. The test
//! therefore looks at complete pairs in the order of the schedule only: a pair counts when it and all pairs before it
//! are complete. The verdict falls at the first pair that crosses a bound; games of later pairs that were played
//! meanwhile do not count.

use std::collections::BTreeMap;
use std::str::FromStr;

use goren_core::Seat;

use crate::progress::Brief;
use crate::statistics::{EloModel, GameScore, Pairs, Sprt, SprtError, TestVerdict};

/// The state of a sequential test between the first and the second contestant of a plan.
#[derive(Clone, Debug)]
pub struct Sequential {
    sprt: Sprt,
    /// Games whose pair does not count yet, from the first contestant's point of view.
    waiting: BTreeMap<usize, GameScore>,
    pairs: Pairs,
    /// The logarithm of the likelihood ratio after each pair that counts.
    curve: Vec<f64>,
    verdict: Option<TestVerdict>,
}

impl Sequential {
    pub(crate) fn new(sprt: Sprt) -> Sequential {
        Sequential {
            sprt,
            waiting: BTreeMap::new(),
            pairs: Pairs::default(),
            curve: Vec::new(),
            verdict: None,
        }
    }

    pub(crate) fn enter(&mut self, game: &Brief) {
        let seat = if game.contestants[0] == 0 { Seat::First } else { Seat::Second };
        self.waiting.insert(game.number, game.score(seat));
        while self.verdict.is_none() {
            let pair = self.counted();
            let (Some(&one), Some(&other)) = (self.waiting.get(&pair), self.waiting.get(&(pair + 1))) else {
                return;
            };
            self.waiting.remove(&pair);
            self.waiting.remove(&(pair + 1));
            self.pairs.count(one, other);
            let llr = self.sprt.llr(&self.pairs);
            self.curve.push(llr);
            self.verdict =
                Some(self.sprt.verdict_at(llr)).filter(|verdict| *verdict != TestVerdict::Undecided);
        }
    }

    /// The test.
    pub fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// The pairs that count, from the first contestant's point of view.
    pub fn pairs(&self) -> Pairs {
        self.pairs
    }

    /// The logarithm of the likelihood ratio after each pair that counts.
    pub fn curve(&self) -> &[f64] {
        &self.curve
    }

    /// The verdict, if there is one.
    pub fn verdict(&self) -> Option<TestVerdict> {
        self.verdict
    }

    /// The number of games that count for certain: all those with lower numbers have been played.
    pub(crate) fn counted(&self) -> usize {
        2 * self.curve.len()
    }

    /// Whether a game counts, or still may.
    pub fn counts_game(&self, number: usize) -> bool {
        self.verdict.is_none() || number < self.counted()
    }
}

/// Reads `0,5`, or `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalised` where the last three are optional.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let bad = |part: &str| SprtError::Text(part.to_owned());
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        let mut model = EloModel::Logistic;
        for (i, part) in text.split(',').enumerate() {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) => (key.trim(), value),
                None => (*["elo0", "elo1"].get(i).ok_or_else(|| bad(part))?, part),
            };
            let number = || value.trim().parse::<f64>().map_err(|_| bad(part));
            match (key, value) {
                ("elo0", _) => elo0 = Some(number()?),
                ("elo1", _) => elo1 = Some(number()?),
                ("alpha", _) => alpha = number()?,
                ("beta", _) => beta = number()?,
                ("model", "logistic") => model = EloModel::Logistic,
                ("model", "normalised") => model = EloModel::Normalised,
                _ => return Err(bad(part)),
            }
        }
        let (elo0, elo1) = elo0.zip(elo1).ok_or_else(|| bad(text))?;
        Sprt::new(elo0, elo1, alpha, beta, model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::progress::ScheduledGame;

    fn test() -> Sequential {
        Sequential::new("0,50".parse().unwrap())
    }

    /// Contestant 0 wins every game except each ninth.
    fn entry(number: usize) -> Brief {
        let contestants = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let winner = match (number.is_multiple_of(9), contestants[0] == 0) {
            (false, true) | (true, false) => Seat::First,
            _ => Seat::Second,
        };
        let played = fixture::played(number, Some(winner));
        Brief::of(&ScheduledGame { round: 0, contestants, stones: Vec::new(), played })
    }

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        let mut in_order = test();
        (0..400).for_each(|number| in_order.enter(&entry(number)));
        let mut shuffled = test();
        let mut numbers: Vec<usize> = (0..400).collect();
        crate::random::stream(5, 5).shuffle(&mut numbers);
        numbers.into_iter().for_each(|number| shuffled.enter(&entry(number)));
        assert_eq!(in_order.verdict(), Some(TestVerdict::AcceptH1));
        assert_eq!(in_order.curve(), shuffled.curve());
        assert_eq!(in_order.pairs(), shuffled.pairs());
        assert!(in_order.curve().len() < 200, "it stopped before the last pair");
    }

    #[test]
    fn a_pair_with_one_game_missing_holds_up_the_verdict() {
        let mut test = test();
        (0..400).filter(|&number| number != 3).for_each(|number| test.enter(&entry(number)));
        assert_eq!((test.verdict(), test.curve().len()), (None, 1));
        test.enter(&entry(3));
        assert_eq!(test.verdict(), Some(TestVerdict::AcceptH1));
    }

    #[test]
    fn both_ways_to_write_a_test_are_read() {
        let long = "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic";
        assert_eq!("0,5".parse::<Sprt>(), long.parse::<Sprt>());
        let normalised: Sprt = "-1.75,0.25,model=normalised".parse().unwrap();
        assert_eq!((normalised.hypotheses(), normalised.model()), ((-1.75, 0.25), EloModel::Normalised));
    }

    #[test]
    fn mistakes_are_quoted() {
        let error = |text: &str| text.parse::<Sprt>().unwrap_err().to_string();
        assert!(error("5").contains("`5`"));
        assert!(error("0,x").contains("`x`"));
        assert!(error("0,5,gamma=1").contains("`gamma=1`"));
        assert!(error("5,0").contains("[5, 0]"));
        assert!(error("0,5,0.05").contains("`0.05`"));
    }
}
