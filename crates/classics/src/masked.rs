//! `masked`: a project report on Gomoku (Salerno, 2021/22): alpha–beta of depth 2 with a utility that counts seven patterns
//! and ignores what would become six in a row.
//!
//! What the document says, and what is done here:
//!
//! - **Rule.** Exactly five wins on 15×15.
//! - **Utility** ([`Pattern`], table 2-1). All windows of five cells on all lines of the board; a window with
//!   two to five stones of one colour and nothing else is a pattern. The utility is the weighted count of the program's
//!   patterns less that of the opponent's; the weights differ, so one side's utility is not the negative of the other's.
//! - **Masking.** Six or more stones in a row are masked together with the empty cells at their ends, and so is a single
//!   empty cell between stones that would become six or more if it were filled. The document says of the latter "lines of six or
//!   more stones … interrupted by a single blank"; its program counts the blank as one of the six. Only that
//!   keeps the promise that potential overlines are not pursued, so it is done here. The mask applies to both colours.
//! - **Possible moves.** Empty points with a stone among their eight neighbours. The document gives no order (its
//!   program iterates over a set); here they are taken row by row from `a1`, and the first of equal moves is played.
//! - **Terminal test.** Depth 2, or a utility of at least 4/5 of a five. The text means a five that was found; with the
//!   secondary weights a five can stay below the threshold, so a five of the program's own ends a line too. So does the
//!   opponent's five, which the document does not mention because it cannot occur above the last of its two plies.
//! - **Swap2.** "Basing on his utility function" is all that the document says. As in its program, the first stone goes to a
//!   random point and the others where the search puts them, each for its own colour; White is chosen if White's
//!   utility is higher, Black if Black's is, and two more stones if they are equal; when only the colours are left,
//!   Black on equality. A game without Swap2 begins with a random stone as well, as the document's games between two
//!   programs do; their second random stone is left to whoever starts the games.
//! - **Weightings.** `document` is table 2-1. `program` is the secondary program it was compared with, whose weights the
//!   document does not print: they are those of the published program.
//! - **The worked example** (figure 2-9, tables 2-2 and 2-3). The document counts three broken twos for White and nine
//!   twos in row for Black, which makes 1889. Counting as its text says gives four and fifteen, everything else
//!   as printed, and 1887, which is also what its program computes.
//!
//! Beyond the document: traps match no pattern and are not neighbours; where six or more win, nothing is masked for that
//! colour; under caro a five with an opposing stone at both ends is masked for the same reason; Black's forbidden points
//! under renju are not candidates. The other opening rules are answered by the same comparison of utilities. The document's
//! user interface (home page, sounds, chronometer, match log) is not part of the agent.
//!
//! **What can be left out.** `pruning` only saves time: same move, same value. `masking` and `early-stop` change what is
//! computed.

mod search;
#[cfg(test)]
mod tests;
mod utility;

use std::cmp::Ordering;

use goren_core::{Area, Ask, Choice, Point, Position, Random, Rule, Size, Step, Stone};

use crate::classic::{ClassicError, Description, MoveRequest, Program, Settings};
use crate::deadline::Deadline;
use crate::{opening, report};
use search::Search;
pub use utility::Pattern;
use utility::{ScoredLines, Weights};

/// The description of `masked`.
pub const DESCRIPTION: Description = Description {
    name: "masked",
    summary: "counts seven patterns in windows of five, masks overlines, looks two plies ahead",
    size: Size::DEFAULT,
    rule: Rule::Standard,
    depth: 2,
    switches: &["pruning", "masking", "early-stop"],
    weightings: &["document", "program"],
    build: |settings| Ok(Box::new(Masked::new(settings)?)),
};

/// The program of the fifth document.
pub struct Masked {
    settings: Settings,
    weights: Weights,
    masking: bool,
    /// The last random number, initially the seed.
    random: u64,
}

impl Masked {
    /// The program with these settings.
    pub fn new(settings: &Settings) -> Result<Masked, ClassicError> {
        settings.check(&DESCRIPTION)?;
        let weights = match settings.weighting.as_deref() {
            Some("program") => Weights::PROGRAM,
            _ => Weights::DOCUMENT,
        };
        Ok(Masked {
            weights,
            masking: settings.has("masking"),
            random: settings.seed,
            settings: settings.clone(),
        })
    }

    /// The utility of a position for one side.
    pub fn utility(&self, position: &Position, stone: Stone) -> f64 {
        f64::from(self.lines(position, stone).utility()) / 2.0
    }

    /// How often each pattern occurs for one side, in the order of [`Pattern::ALL`].
    pub fn counts(&self, position: &Position, stone: Stone) -> [u32; 7] {
        self.lines(position, stone).counts(stone)
    }

    fn lines(&self, position: &Position, me: Stone) -> ScoredLines {
        ScoredLines::new(position, me, &self.weights, self.masking)
    }

    fn place(&mut self, area: Area, request: MoveRequest<'_>) -> Point {
        let MoveRequest { game, limits, stop, instruments, report } = request;
        let position = game.position();
        let allowed = opening::allowed(position, area);
        if position.stones().next().is_none() {
            self.random = Random::nth(0, self.random);
            return allowed[(self.random % allowed.len() as u64) as usize];
        }
        let depth = self.settings.depth(DESCRIPTION.depth, limits);
        let me = position.side();
        let mut search = Search {
            position: position.clone(),
            lines: self.lines(position, me),
            me,
            pruning: self.settings.has("pruning"),
            victory: self.settings.has("early-stop").then(|| self.weights.victory()),
            deadline: Deadline::new(limits, stop, None),
            instruments,
        };
        let best = search.run(depth, &allowed);
        let value = i64::from(best.utility / 2);
        let counters = &search.instruments.counters;
        report(&report::build(position, &best.line, value, depth, counters, &search.deadline));
        best.line[0]
    }
}

impl Program for Masked {
    fn choose(&mut self, request: MoveRequest<'_>) -> Step {
        let MoveRequest { game, stop, .. } = request;
        let position = game.position();
        let utility = |position: &Position, stone| i64::from(self.lines(position, stone).utility());
        match game.turn().expect("the game goes on").ask {
            Ask::Place { area, .. } => Step::Place(self.place(area, request)),
            Ask::Choose(choices) => {
                let [black, white] = Stone::BOTH.map(|stone| utility(position, stone));
                Step::Choose(match white.cmp(&black) {
                    Ordering::Greater => Choice::Take(Stone::White),
                    Ordering::Equal if choices.contains(&Choice::PlaceTwo) => Choice::PlaceTwo,
                    Ordering::Equal | Ordering::Less => Choice::Take(Stone::Black),
                })
            }
            _ => {
                let advantage = |position: &Position| {
                    utility(position, position.side()) - utility(position, !position.side())
                };
                opening::answer(game, stop, advantage).expect("only openings ask for more than a stone")
            }
        }
    }
}
