//! Proofs of forced wins, for study: by fours alone, or by any threats.

use goren_core::{Point, Position, Stop};

use crate::board::Board;
use crate::vcf::Vcf;
use crate::vct::{Patience, Threats, Vct, Verdict};

/// What a solver found out about the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// It wins by force: a line of legal moves that ends with its winning row.
    Win(Vec<Point>),
    /// It has no win of the kind asked for.
    NoWin,
    /// Stopped before either was known.
    Unknown,
}

/// An answer and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub solved: Solved,
    /// Positions looked at.
    pub nodes: u64,
}

/// Looks for the shortest win by fours alone.
pub fn solve_vcf(position: &Position, nodes: Option<u64>, stop: &Stop) -> Solution {
    let mut vcf = Vcf::new(20);
    let mut board = Board::new(position);
    let last = nodes.unwrap_or(u64::MAX);
    // A search that ends early is taken up again with what it has learned.
    let mut slice: u32 = 50_000;
    let solved = loop {
        let mut budget = slice.min(u32::try_from(last - vcf.nodes()).unwrap_or(u32::MAX));
        if let Some(line) = vcf.line(&mut board, &mut budget) {
            break checked(position, line);
        }
        if budget > 0 {
            break Solved::NoWin;
        }
        if vcf.nodes() >= last || stop.is_raised() {
            break Solved::Unknown;
        }
        slice = slice.saturating_add(slice / 4);
    };
    Solution { solved, nodes: vcf.nodes() }
}

/// Looks for a win by fours, open threes and quiet moves that threaten a win by fours.
pub fn solve_vct(position: &Position, nodes: Option<u64>, stop: &Stop) -> Solution {
    let mut vct = Vct::new(20);
    let mut board = Board::new(position);
    let is_stopped = || stop.is_raised();
    let patience = Patience { nodes: nodes.unwrap_or(u64::MAX), is_stopped: &is_stopped };
    let solved = match vct.solve(&mut board, Threats::Any, &patience) {
        Verdict::Win(line) => checked(position, line),
        Verdict::None => Solved::NoWin,
        Verdict::Unknown => Solved::Unknown,
    };
    Solution { solved, nodes: vct.nodes() }
}

/// A win only if the rules agree with every move of the line.
fn checked(position: &Position, line: Vec<Point>) -> Solved {
    let mut replay = position.clone();
    let is_legal = line.iter().all(|&point| replay.try_play(point).is_ok());
    let wins = is_legal && replay.winner() == Some(position.side());
    if wins { Solved::Win(line) } else { Solved::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{drawn, points};
    use goren_core::{Rule, Stone};

    /// Black makes two open threes on f6, and has no win by fours.
    fn double_three() -> Position {
        drawn(
            Rule::Freestyle,
            Stone::Black,
            "...........
             ...........
             .....O.....
             .....X.....
             .....X.....
             ...XX......
             ...........
             ...........
             ......O....
             ........O..
             ...........",
        )
    }

    #[test]
    fn threats_win_where_fours_do_not() {
        let stop = Stop::default();
        assert_eq!(solve_vcf(&double_three(), None, &stop).solved, Solved::NoWin);
        let Solved::Win(line) = solve_vct(&double_three(), None, &stop).solved else { panic!("no win") };
        assert_eq!(line.len() % 2, 1);
    }

    #[test]
    fn a_raised_stop_or_too_few_nodes_leave_it_unknown() {
        let stop = Stop::default();
        assert_eq!(solve_vct(&double_three(), Some(1), &stop).solved, Solved::Unknown);
        stop.raise();
        assert_eq!(solve_vct(&double_three(), None, &stop).solved, Solved::Unknown);
    }

    #[test]
    fn a_finished_game_has_no_win_left() {
        let mut position = Position::new(Rule::Freestyle, goren_core::Size::DEFAULT);
        for point in points("a1 a3 b1 b3 c1 c3 d1 d3 e1") {
            position.play(point);
        }
        assert_eq!(solve_vcf(&position, None, &Stop::default()).solved, Solved::NoWin);
        assert_eq!(solve_vct(&position, None, &Stop::default()).solved, Solved::NoWin);
    }

    #[test]
    fn a_line_that_the_rules_refuse_is_no_win() {
        for line in ["f6 f6", "f6", ""] {
            assert_eq!(checked(&double_three(), points(line)), Solved::Unknown, "{line}");
        }
    }
}
