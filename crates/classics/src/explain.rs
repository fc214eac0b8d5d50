//! What an evaluation counts: every pattern on the board, with its share of the value.
//!
//! Each program lists what its own evaluation finds, and computes the value as its search does. Tests hold that the shares add
//! up to that value. All numbers are in the units of the program's document; the smallest is a half, so that sums are exact.

use goren_core::{Direction, Point, Stone};

use crate::instruments::Unsearched;

/// How a program comes to the value of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// The value for the side to move, as the program's search computes it for a leaf.
    pub value: f64,
    /// Everything that was counted. The contributions add up to the value.
    pub counted: Vec<Counted>,
    /// Points that the evaluation ignores, each on the lines of one direction.
    pub masked: Vec<(Direction, Point)>,
    /// The moves that the program considers, best first where it ranks them.
    pub candidates: Vec<Candidate>,
    /// The lines with stones as an automaton reads them.
    pub walks: Vec<Walk>,
    /// The rows of the document's table, in its order, where everything counted is one of a few: also those found nowhere.
    pub table: Vec<TableRow>,
    /// The move that the program makes here without a search, and why.
    pub answer: Option<(Point, Unsearched)>,
}

/// A row of the table that an evaluation counts by.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// See [`Counted::name`].
    pub name: String,
    /// Whose patterns it is for.
    pub owner: Stone,
    /// See [`Counted::weight`].
    pub weight: f64,
    /// See [`Counted::factor`].
    pub factor: f64,
}

/// One thing counted: a pattern in one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// Its name in the document.
    pub name: String,
    /// The cells as the document writes them; empty if it does not.
    pub cells: String,
    /// Whose pattern it is.
    pub owner: Stone,
    /// Where the pattern lies.
    pub points: Vec<Point>,
    /// What the program looks at to find it, if that is more than the pattern.
    pub window: Vec<Point>,
    /// The weight of the pattern.
    pub weight: f64,
    /// What the weight is multiplied by.
    pub factor: f64,
    /// Its share of the value: the weight times the factor, without rounding.
    pub contribution: f64,
}

/// A row of a table that a stone on a point would match.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The table's number in the document.
    pub table: &'static str,
    /// The row's pattern.
    pub pattern: String,
    /// Where it would lie, in the order of its letters.
    pub points: Vec<Point>,
    /// The row's score.
    pub score: f64,
}

/// A move that a program considers.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// What it is ranked by, if the program ranks its moves.
    pub score: Option<f64>,
    /// The part of the score that comes from watching distant stones.
    pub watched: f64,
    /// Whether it is searched.
    pub kept: bool,
    /// The rows that the score is the sum of, if it comes from tables.
    pub made: Vec<Made>,
}

/// A line of the board as an automaton reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// Its points, in the order in which they are read.
    pub points: Vec<Point>,
    /// Its cells as letters.
    pub letters: String,
    /// The state after each cell: how many of the last letters begin a pattern.
    pub states: Vec<usize>,
    /// The matches, by their index among the things counted, with the cell after which each is found.
    pub matches: Vec<(usize, usize)>,
}

impl Explanation {
    /// What all contributions add up to.
    pub fn sum(&self) -> f64 {
        // The sum of nothing would be a negative zero.
        self.counted.iter().fold(0.0, |sum, counted| sum + counted.contribution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{board, classic_with, play, random_game, strewn, unhurried};
    use crate::{CLASSICS, Classic, Settings, masked};
    use goren_core::{Agent as _, Position, Random, Rule, Size};

    /// Every program with each of its weightings.
    fn programs() -> impl Iterator<Item = Classic> {
        CLASSICS.iter().flat_map(|description| {
            let second = description.weightings.get(1).map(|&name| Some(name.to_owned()));
            [None].into_iter().chain(second).map(move |weighting| {
                classic_with(description, &Settings { weighting, ..Settings::default() })
            })
        })
    }

    /// Every program in each of its variants, and with each single addition.
    fn variants() -> impl Iterator<Item = Classic> {
        CLASSICS.iter().flat_map(|description| {
            let variants = description
                .variants
                .iter()
                .skip(1)
                .map(|variant| Settings { variant: Some(variant.name.to_owned()), ..Settings::default() });
            let additions = description
                .additions
                .iter()
                .map(|addition| Settings { with: [addition.name.to_owned()].into(), ..Settings::default() });
            variants.chain(additions).map(|settings| classic_with(description, &settings))
        })
    }

    /// Games and strewn stones, with traps, on every size and under every rule.
    fn positions(rounds: usize) -> impl Iterator<Item = Position> {
        let mut random = Random::new(15);
        (0..rounds).map(move |round| {
            let (size, rule) = (Size::new(5 + round % 18).unwrap(), Rule::ALL[round / 2 % 5]);
            if round % 2 == 0 {
                random_game(&mut random, rule, size, 70)
            } else {
                strewn(&mut random, rule, size)
            }
        })
    }

    #[test]
    fn the_contributions_add_up_to_the_value_for_every_program() {
        let programs: Vec<Classic> = programs().chain(variants()).collect();
        let mut counted = vec![0; programs.len()];
        for position in positions(200) {
            for (program, counted) in programs.iter().zip(&mut counted) {
                for side in Stone::BOTH {
                    let explanation = program.explain(&position, side);
                    let name = program.name();
                    assert_eq!(explanation.sum(), explanation.value, "{name}, {side}: {position:?}");
                    *counted += explanation.counted.len();
                    for each in &explanation.counted {
                        assert!(each.contribution != 0.0 && each.weight > 0.0, "{each:?}");
                        // Only the listing of boundary counts what it saw to go and never saw to come.
                        let is_taken_off = each.factor * if each.owner == side { 1.0 } else { -1.0 } < 0.0;
                        assert_eq!(
                            each.contribution > 0.0,
                            (each.owner == side) != is_taken_off,
                            "{name}: {each:?}"
                        );
                        assert!(!is_taken_off || name.starts_with("boundary ("), "{name}: {each:?}");
                        let product = each.weight * each.factor;
                        assert!((product - each.contribution).abs() <= product.abs() * 1e-12, "{each:?}");
                        let is_own = |&point: &Point| position.stone(point) == Some(each.owner);
                        assert!(each.points.iter().any(is_own), "{name}: {each:?} in {position:?}");
                        assert!(each.points.iter().chain(&each.window).all(|&p| position.size().contains(p)));
                    }
                }
            }
        }
        assert!(counted.iter().all(|&count| count > 1_000), "{counted:?}");
    }

    #[test]
    fn the_value_is_that_of_a_leaf_of_the_search() {
        // What a variant plays on for has no value of its own at the end of a line.
        let printed = variants().filter(|program| program.name().starts_with("boundary ("));
        for mut program in programs().chain(printed) {
            let name = program.name();
            let unit = program.description().unit as f64;
            let mut leaves = 0;
            for position in positions(60).filter(|position| position.outcome().is_ongoing()) {
                program.instruments_mut().trace_depth = 1;
                let limits = goren_core::Limits { depth: Some(1), ..unhurried() };
                play(&mut program, &position, &limits);
                let Some(tree) = program.instruments().tree.clone() else { continue };
                for child in tree.children.iter().filter(|child| child.note == "leaf" || child.note == "won")
                {
                    let mut after = position.clone();
                    after.play(child.point.unwrap());
                    let explanation = program.explain(&after, position.side());
                    assert_eq!(child.value as f64, explanation.value * unit, "{name}: {after:?}");
                    leaves += 1;
                }
            }
            assert!(leaves > 50, "{name}: {leaves}");
        }
    }

    #[test]
    fn the_table_has_the_row_of_everything_counted_and_those_found_nowhere() {
        let (mut rows, mut idle) = (0, 0);
        for program in programs() {
            let name = program.description().name;
            for position in positions(60).filter(|position| position.outcome().is_ongoing()) {
                let Explanation { table, counted, .. } = program.explain(&position, Stone::White);
                assert_eq!(
                    table.len(),
                    match name {
                        "masked" => 14,
                        "sequences" => 8,
                        _ => 0,
                    },
                    "{name}"
                );
                let is_of = |row: &TableRow, each: &Counted| {
                    (&row.name, row.owner, row.weight, row.factor)
                        == (&each.name, each.owner, each.weight, each.factor)
                };
                let has_row = |each: &Counted| table.iter().any(|row| is_of(row, each));
                assert!(table.is_empty() || counted.iter().all(has_row), "{name}: {position:?}");
                rows += table.len();
                idle += table.iter().filter(|row| !counted.iter().any(|each| is_of(row, each))).count();
            }
        }
        assert!(0 < idle && idle < rows, "{idle} of {rows}");
    }

    #[test]
    fn a_move_without_a_search_is_explained_as_the_one_that_is_played() {
        let mut answers = std::collections::BTreeMap::new();
        for mut program in programs() {
            for position in positions(200).filter(|position| position.outcome().is_ongoing()) {
                let explained = program.explain(&position, position.side()).answer;
                let limits = goren_core::Limits { depth: Some(1), ..unhurried() };
                let played = play(&mut program, &position, &limits).0;
                let answer = program.instruments().answer;
                assert_eq!(explained.map(|(_, answer)| answer), answer, "{position:?}");
                if let (Some((point, _)), Some(answer)) = (explained, answer) {
                    assert_eq!(point, played);
                    *answers.entry(answer.name()).or_insert(0) += 1;
                }
            }
        }
        assert_eq!(answers.len(), 3, "{answers:?}");
    }

    #[test]
    fn the_automaton_is_in_a_state_that_ends_with_each_match() {
        let program = programs().find(|program| program.description().name == "automaton").unwrap();
        let mut matched = 0;
        for position in positions(100) {
            let explanation = program.explain(&position, Stone::Black);
            let in_walks: usize = explanation.walks.iter().map(|walk| walk.matches.len()).sum();
            assert_eq!(in_walks, explanation.counted.len());
            for walk in &explanation.walks {
                assert_eq!(walk.states.len(), walk.points.len());
                for &(index, end) in &walk.matches {
                    let cells = &explanation.counted[index].cells;
                    assert!(walk.letters[..=end].ends_with(cells.as_str()));
                    assert!(walk.states[end] >= cells.len(), "{walk:?}");
                    matched += 1;
                }
                for (pair, letter) in walk.states.windows(2).zip(walk.letters.bytes().skip(1)) {
                    // A letter can only lengthen a state by itself, and an edge ends every state.
                    assert!(pair[1] <= pair[0] + 1 && (letter != b'#' || pair[1] == 0), "{walk:?}");
                }
            }
        }
        assert!(matched > 100);
    }

    #[test]
    fn the_example_of_masked_has_the_counts_of_its_table() {
        let stones = |names: &str, stone| {
            names.split(' ').map(|name| (name.parse().unwrap(), stone)).collect::<Vec<(Point, Stone)>>()
        };
        let mut setup = stones("g8 h8 f9 f4 i8 j8 h7 h5 i6", Stone::White);
        setup.extend(stones("f8 f7 f6 f5 g7 g9 k8 g6 h4", Stone::Black));
        let example = Position::with_setup(Rule::Standard, Size::DEFAULT, &[], &setup, Stone::White).unwrap();
        let program = classic_with(&masked::DESCRIPTION, &Settings::default());
        let explanation = program.explain(&example, Stone::White);
        let count = |name: &str, owner| {
            let is_that = |each: &&Counted| each.name == name && each.owner == owner;
            explanation.counted.iter().filter(is_that).count()
        };
        let white = masked::Pattern::ALL.map(|pattern| count(pattern.name(), Stone::White));
        assert_eq!(white, [0, 2, 0, 2, 1, 7, 4]);
        assert_eq!((explanation.value, explanation.candidates.len()), (1887.0, 32));
    }

    #[test]
    fn an_overline_is_masked_on_its_own_line_only() {
        let drawn = board(
            "........
             ........
             .XXXXXX.
             ........
             ........
             ........
             ........
             ........",
            Stone::Black,
        );
        let position =
            Position::with_setup(Rule::Standard, drawn.size(), &[], drawn.setup(), Stone::Black).unwrap();
        let explanation =
            classic_with(&masked::DESCRIPTION, &Settings::default()).explain(&position, Stone::Black);
        assert_eq!(explanation.masked.len(), 8);
        assert!(explanation.masked.iter().all(|(direction, _)| *direction == Direction::Horizontal));
        assert_eq!((explanation.value, explanation.counted.len()), (0.0, 0));
    }

    #[test]
    fn the_score_of_a_point_is_the_sum_of_the_rows_that_a_stone_there_makes() {
        let automata = [None, Some("printed")].map(|variant| {
            let settings = Settings { variant: variant.map(str::to_owned), ..Settings::default() };
            classic_with(&CLASSICS[1], &settings)
        });
        let (mut rows, mut tables) = (0, std::collections::BTreeSet::new());
        for position in positions(100).filter(|position| position.outcome().is_ongoing()) {
            for automaton in &automata {
                for candidate in automaton.explain(&position, position.side()).candidates {
                    let sum: f64 = candidate.made.iter().map(|made| made.score).sum();
                    assert_eq!(Some(sum), candidate.score, "{candidate:?} in {position:?}");
                    for made in &candidate.made {
                        assert!(made.points.contains(&candidate.point), "{made:?}");
                        assert_eq!(made.points.len(), made.pattern.len(), "{made:?}");
                        tables.insert(made.table);
                    }
                    rows += candidate.made.len();
                }
            }
        }
        assert!(rows > 1_000 && tables.len() == 2, "{rows}, {tables:?}");
    }

    #[test]
    fn candidates_come_ranked_with_those_that_are_searched_first() {
        for program in programs() {
            let name = program.description().name;
            for position in positions(40).filter(|position| position.outcome().is_ongoing()) {
                let candidates = program.explain(&position, position.side()).candidates;
                let kept = candidates.iter().filter(|each| each.kept).count();
                assert!(candidates[..kept].iter().all(|each| each.kept), "{name}: {candidates:?}");
                let most = match name {
                    "boundary" => 13,
                    "automaton" => 5,
                    "trapper" => 15,
                    _ => usize::MAX,
                };
                assert!(kept <= most);
            }
        }
    }
}
