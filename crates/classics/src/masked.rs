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
//!   keeps the promise that potential overlines are not pursued, so it is done here. The mask applies to both colours. The text to the letter, with
//!   six stones round the blank, is the addition `literal-gaps`.
//! - **Two slips of the authors' program.** (a) The start of a row is looked up as the end of the row before it, which for a row
//!   at the first cell of a line is the end of the line: six in a row there are not masked, but the line's last cell is, if it is
//!   empty (`unmasked-start`). (b) The mask ends one cell late: it hides the cell after the six, even an opponent's stone, and
//!   the one after that if it is empty (`long-mask`). Here masking is as the text says; `programmed` has both slips.
//! - **Possible moves.** Empty points with a stone among their eight neighbours; among 24 with `wide`, the 5×5 neighbourhood that
//!   the document plans. The document gives no order (its
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

mod explain;
mod search;
#[cfg(test)]
mod tests;
mod utility;

use std::cmp::Ordering;

use goren_core::{Area, Ask, Choice, Opening, Point, Position, Random, Rule, Size, Step, Stone};

use crate::classic::{
    Addition, ClassicError, Description, MoveRequest, Parts, Program, Settings, Variant, Witness,
};
use crate::deadline::Deadline;
use crate::explain::Explanation;
use crate::{opening, report};
use search::Search;
pub use utility::Pattern;
use utility::{Masking, ScoredLines, Weights};

/// The description of `masked`.
pub const DESCRIPTION: Description = Description {
    name: "masked",
    summary: "Counts seven patterns in windows of five, masks overlines, looks two plies ahead",
    size: Size::DEFAULT,
    rule: Rule::Standard,
    opening: Opening::Swap2,
    traps: 0,
    depth: 2,
    unit: 2,
    switches: &["pruning", "masking", "early-stop"],
    additions: &[
        Addition {
            name: "literal-gaps",
            summary: "A gap is masked only where six stones stand round it; the gap itself does not count as one of the six",
            witness: Witness::after("a10e11b10c8c10a8e10a11f10", "b8", "d10"),
        },
        Addition {
            name: "unmasked-start",
            summary: "Six in a row from the first cell of a line are not masked; the line's last cell is instead, if it is empty",
            witness: Witness::after("a11e12b11c9c11b9e11d9f11g13d11f9", "e9", "g11"),
        },
        Addition {
            name: "long-mask",
            summary: "The mask of six in a row hides the next cell too, even a stone, and the one after it if it is empty",
            witness: Witness::after("b8h8c8i8d8j8f8a1g8o15e8o1e3a15f4o11g5k8", "l8", "h6"),
        },
        Addition {
            name: "wide",
            summary: "Points within two cells of a stone are candidates, the 5×5 neighbourhood that the document plans",
            witness: Witness::after("a9a10c7", "d6", "e5"),
        },
        Addition {
            name: "random-reply",
            summary: "Its first stone is random for White, too, as in the document's games between programs",
            witness: Witness::after("h8", "g7", "e6"),
        },
    ],
    variants: &[
        Variant::CORRECTED,
        Variant {
            name: "printed",
            summary: "The text to the letter: “six or more stones interrupted by a single blank” are six stones and a blank",
            parts: &["literal-gaps"],
            witness: Some(Witness::after("a10e11b10c8c10a8e10a11f10", "b8", "d10")),
        },
        Variant {
            name: "programmed",
            summary: "The authors' program with its two slips in masking: one line too few, one cell too many",
            parts: &["unmasked-start", "long-mask"],
            witness: Some(Witness::after("b9a10c9c8d9d10f9g7g9e10e9b10", "c10", "a9")),
        },
    ],
    weightings: &["document", "program"],
    build: |settings| Ok(Box::new(Masked::new(settings)?)),
};

/// The program of the fifth document.
pub struct Masked {
    settings: Settings,
    parts: Parts,
    weights: Weights,
    masking: Masking,
    /// The last random number, initially the seed.
    random: u64,
}

impl Masked {
    /// The program with these settings.
    pub fn new(settings: &Settings) -> Result<Masked, ClassicError> {
        let parts = settings.parts(&DESCRIPTION)?;
        let weights = match settings.weighting.as_deref() {
            Some("program") => Weights::PROGRAM,
            _ => Weights::DOCUMENT,
        };
        Ok(Masked {
            weights,
            masking: Masking {
                is_used: parts.has("masking"),
                literal_gaps: parts.has("literal-gaps"),
                unmasked_start: parts.has("unmasked-start"),
                long_mask: parts.has("long-mask"),
            },
            random: settings.seed,
            settings: settings.clone(),
            parts,
        })
    }

    /// The utility of a position for one side.
    pub fn utility(&self, position: &Position, stone: Stone) -> f64 {
        DESCRIPTION.in_units(self.lines(position, stone).utility().into())
    }

    /// How often each pattern occurs for one side, in the order of [`Pattern::ALL`].
    pub fn counts(&self, position: &Position, stone: Stone) -> [u32; 7] {
        let mut counts = [0; 7];
        self.lines(position, stone).patterns(stone).for_each(|(pattern, ..)| counts[pattern as usize] += 1);
        counts
    }

    fn lines(&self, position: &Position, me: Stone) -> ScoredLines {
        ScoredLines::new(position, me, &self.weights, self.masking)
    }

    fn place(&mut self, area: Area, request: MoveRequest<'_>) -> Point {
        let MoveRequest { game, limits, stop, instruments, report } = request;
        let position = game.position();
        let allowed = opening::allowed(position, area);
        let stones = position.stones().count();
        if stones == 0 || (stones == 1 && self.parts.has("random-reply")) {
            self.random = Random::nth(0, self.random);
            return allowed[(self.random % allowed.len() as u64) as usize];
        }
        let depth = self.settings.depth(DESCRIPTION.depth, limits);
        let me = position.side();
        let mut search = Search {
            position: position.clone(),
            lines: self.lines(position, me),
            me,
            pruning: self.parts.has("pruning"),
            is_wide: self.parts.has("wide"),
            victory: self.parts.has("early-stop").then(|| self.weights.victory()),
            deadline: Deadline::new(limits, stop, None),
            instruments,
        };
        let best = search.run(depth, &allowed);
        if !search.deadline.has_passed() {
            let value = i64::from(best.utility / 2);
            let counters = &search.instruments.counters;
            report(&report::build(position, &best.line, value, depth, counters, &search.deadline));
        }
        best.line[0]
    }
}

impl Program for Masked {
    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

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
