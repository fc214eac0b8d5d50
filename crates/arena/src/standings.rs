//! The totals of the games played so far, by contestant and by pairing.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use goren_core::{FaultKind, Seat, Stone};

use crate::contestant::Contestant;
use crate::plan::Plan;
use crate::progress::Brief;
use crate::rating::{Anchor, Pairing, RatingList};
use crate::statistics::{GameScore, Pairs, Tally};
use crate::text::count;

/// The table of a match or tournament. Adding a game takes constant time.
#[derive(Clone, Debug)]
pub struct Standings {
    rows: Vec<Row>,
    meetings: BTreeMap<[usize; 2], Meeting>,
    /// Games by the contestants with Black and White, from Black's point of view.
    by_colour: BTreeMap<[usize; 2], Tally>,
    /// The games of incomplete pairs, from the point of view of the contestant with the lower index.
    halves: HashMap<usize, GameScore>,
}

/// One contestant's totals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its results with Black and with White.
    pub results: [Tally; 2],
    /// Its complete pairs of games.
    pub pairs: Pairs,
    /// Its faults by kind; each is also a loss.
    pub faults: BTreeMap<FaultKind, u64>,
    /// The number of its moves.
    pub moves: u64,
    /// The total time of its moves.
    pub time: Duration,
    /// The time of its slowest move.
    pub slowest: Duration,
    /// Its peak memory, in bytes, if known.
    pub memory: Option<u64>,
    /// Whether it overlooks things on purpose: what it claims is not counted.
    pub is_handicapped: bool,
    /// Games in which its score claimed a forced win.
    pub claims: u64,
    /// Those of them that it did not win.
    pub broken_claims: u64,
}

impl Row {
    /// Its results with either colour.
    pub fn total(&self) -> Tally {
        self.results[0] + self.results[1]
    }

    /// How often it claimed a forced win in vain, as a sentence; none if never.
    pub fn broken_claims_text(&self) -> Option<String> {
        let Row { name, claims, broken_claims, .. } = self;
        (*broken_claims > 0).then(|| {
            let games = count(*claims, "game");
            format!("{name} claimed a forced win in {games} and did not win {broken_claims} of them.")
        })
    }

    /// The mean time of a move.
    pub fn mean_time(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time / u32::try_from(self.moves).unwrap_or(u32::MAX))
    }
}

/// The results of two contestants against each other, from the point of view of the one earlier in the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// Games.
    pub results: Tally,
    /// Complete pairs of games.
    pub pairs: Pairs,
}

impl Standings {
    pub(crate) fn new(plan: &Plan) -> Standings {
        let row = |contestant: &Contestant| Row {
            name: contestant.name.clone(),
            is_handicapped: contestant.is_handicapped(),
            ..Row::default()
        };
        Standings {
            rows: plan.contestants.iter().map(row).collect(),
            meetings: BTreeMap::new(),
            by_colour: BTreeMap::new(),
            halves: HashMap::new(),
        }
    }

    pub(crate) fn enter(&mut self, game: &Brief) {
        for seat in [Seat::First, Seat::Second] {
            let row = &mut self.rows[game.contestants[seat as usize]];
            let colour = if game.black == seat { Stone::Black } else { Stone::White };
            row.results[colour as usize].count(game.score(seat));
            if let Some(kind) = game.fault
                && game.score(seat) == GameScore::Loss
            {
                *row.faults.entry(kind).or_default() += 1;
            }
            let side = &game.sides[seat as usize];
            row.moves += side.moves;
            row.time = row.time.saturating_add(side.time);
            row.slowest = row.slowest.max(side.slowest);
            row.memory = row.memory.max(side.memory);
            let has_claimed = side.has_claimed && !row.is_handicapped;
            row.claims += u64::from(has_claimed);
            row.broken_claims += u64::from(has_claimed && game.score(seat) != GameScore::Win);
        }
        let players = [game.black, !game.black].map(|seat| game.contestants[seat as usize]);
        self.by_colour.entry(players).or_default().count(game.score(game.black));
        let [first, second] = game.contestants;
        let (low, high) = (first.min(second), first.max(second));
        let score = game.score(if low == first { Seat::First } else { Seat::Second });
        let meeting = self.meetings.entry([low, high]).or_default();
        meeting.results.count(score);
        let pair = game.number / 2;
        if let Some(other) = self.halves.remove(&pair) {
            meeting.pairs.count(score, other);
            self.rows[low].pairs.count(score, other);
            self.rows[high].pairs.count(score.reversed(), other.reversed());
        } else {
            self.halves.insert(pair, score);
        }
    }

    /// Every contestant, in the order of the plan.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The indices in the plan in table order: the higher score per game first.
    pub fn ranking(&self) -> Vec<usize> {
        let share = |row: &Row| row.total().score().unwrap_or(-1.0);
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by(|&a, &b| share(&self.rows[b]).total_cmp(&share(&self.rows[a])));
        order
    }

    /// Which contestants have met, by their indices in the plan, the lower first.
    pub fn meetings(&self) -> &BTreeMap<[usize; 2], Meeting> {
        &self.meetings
    }

    /// The results of two contestants against each other, from the point of view of the first.
    pub fn meeting(&self, one: usize, other: usize) -> Meeting {
        let meeting = self.meetings.get(&[one.min(other), one.max(other)]).copied().unwrap_or_default();
        if one < other {
            return meeting;
        }
        Meeting { results: meeting.results.reversed(), pairs: meeting.pairs.reversed() }
    }

    /// The maximum-likelihood ratings. An anchor that names a player must name one of the contestants.
    pub fn ratings(&self, anchor: Anchor) -> RatingList {
        let pairings = self.pairings();
        RatingList::fit(self.rows.len(), &pairings, anchor, true)
            .expect("everyone who has played has a row, and nobody plays alone")
    }

    /// The games of each two contestants, separately for either assignment of colours.
    pub fn pairings(&self) -> Vec<Pairing> {
        let pairing = |(&[black, white], &games): (&[usize; 2], &Tally)| Pairing { black, white, games };
        self.by_colour.iter().map(pairing).collect()
    }

    /// The number of faults of each contestant, by kind.
    pub fn faults(&self) -> impl Iterator<Item = (&str, FaultKind, u64)> {
        let of = |row: &'_ Row| row.faults.clone().into_iter();
        self.rows.iter().flat_map(move |row| of(row).map(|(kind, count)| (row.name.as_str(), kind, count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contestant::Kind;
    use crate::fixture;
    use crate::job::MoveRecord;
    use crate::progress::ScheduledGame;
    use goren_core::{EndingKind, Fault, Score};

    fn entry(number: usize, contestants: [usize; 2], winner: Option<Seat>) -> ScheduledGame {
        ScheduledGame { round: 0, contestants, stones: Vec::new(), played: fixture::played(number, winner) }
    }

    #[test]
    fn a_pair_counts_when_both_games_are_played() {
        let mut standings = Standings::new(&fixture::plan(3));
        standings.enter(&Brief::of(&entry(0, [2, 1], Some(Seat::First))));
        assert_eq!(standings.meeting(1, 2).pairs.total(), 0);
        standings.enter(&Brief::of(&entry(1, [1, 2], None)));
        assert_eq!(standings.meeting(1, 2).pairs.ld, 1);
        assert_eq!(standings.meeting(2, 1).pairs.wd, 1);
        assert_eq!(standings.meeting(2, 1).results, Tally { wins: 1, draws: 1, losses: 0 });
        assert_eq!(standings.rows()[2].pairs.wd, 1);
        assert_eq!(standings.ranking(), [2, 1, 0]);
    }

    #[test]
    fn colours_follow_the_opening_rule() {
        let mut standings = Standings::new(&fixture::plan(2));
        let mut swapped = entry(0, [0, 1], Some(Seat::First));
        swapped.played.swapped = true;
        standings.enter(&Brief::of(&swapped));
        assert_eq!(standings.rows()[0].results[Stone::White as usize].wins, 1);
        assert_eq!(standings.rows()[1].results[Stone::Black as usize].losses, 1);
    }

    #[test]
    fn a_fault_is_counted_for_who_lost_by_it() {
        let mut standings = Standings::new(&fixture::plan(2));
        let mut faulty = entry(0, [0, 1], Some(Seat::First));
        faulty.played.ending = EndingKind::Fault;
        faulty.played.fault = Some(Fault { kind: FaultKind::Time, detail: String::new() });
        standings.enter(&Brief::of(&faulty));
        assert_eq!(standings.faults().collect::<Vec<_>>(), [("1", FaultKind::Time, 1)]);
        assert_eq!(standings.rows()[1].total().losses, 1);
    }

    #[test]
    fn a_claim_of_a_forced_win_is_broken_by_any_other_result() {
        let mut standings = Standings::new(&fixture::plan(2));
        let claims = |number, winner, scores: [Option<Score>; 2]| {
            let mut game = entry(number, [0, 1], winner);
            game.played.moves = [(Seat::First, scores[0]), (Seat::Second, scores[1])]
                .map(|(seat, score)| MoveRecord {
                    step: "h8".parse().unwrap(),
                    seat,
                    us: 1,
                    score: score.map(|score| score.0),
                    depth: None,
                    nodes: None,
                })
                .to_vec();
            Brief::of(&game)
        };
        let (win, loss) = (Some(Score::win_in(9)), Some(Score::loss_in(8)));
        standings.enter(&claims(0, Some(Seat::First), [win, loss]));
        standings.enter(&claims(1, Some(Seat::Second), [win, Some(Score(300))]));
        standings.enter(&claims(2, None, [win, None]));
        let counts: Vec<_> = standings.rows().iter().map(|row| (row.claims, row.broken_claims)).collect();
        assert_eq!(counts, [(3, 2), (0, 0)]);
        let texts: Vec<_> = standings.rows().iter().filter_map(Row::broken_claims_text).collect();
        assert_eq!(texts, ["0 claimed a forced win in 3 games and did not win 2 of them."]);
    }

    #[test]
    fn scores_of_who_overlooks_things_on_purpose_are_no_claims() {
        let claims = |level: Option<&str>| {
            let mut plan = fixture::plan(2);
            if let (Kind::Builtin(builtin), Some(level)) = (&mut plan.contestants[0].kind, level) {
                builtin.options.insert("level".to_owned(), level.to_owned());
            }
            let mut standings = Standings::new(&plan);
            let mut game = entry(0, [0, 1], Some(Seat::Second));
            let score = Some(Score::win_in(9).0);
            let step = "h8".parse().unwrap();
            game.played.moves =
                vec![MoveRecord { step, seat: Seat::First, us: 1, score, depth: None, nodes: None }];
            standings.enter(&Brief::of(&game));
            (standings.rows()[0].claims, standings.rows()[0].broken_claims)
        };
        assert_eq!([None, Some("10"), Some("9"), Some("1")].map(claims), [(1, 1), (1, 1), (0, 0), (0, 0)]);
    }
}
