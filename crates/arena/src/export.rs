//! Exporting games: a table, and records in the usual formats.

use std::fmt;

use goren_core::{EndingKind, Game, Opening, Seat, Step, Stone};
use goren_record::{Node, Record, RecordResult, Tree};

use crate::board::StartError;
use crate::plan::Plan;
use crate::progress::ScheduledGame;
use crate::text;

/// The first line of a table of games as comma-separated values.
pub const CSV_HEADER: &str = "game,round,pair,opening,black,white,result,ending,fault,plies,black_ms,white_ms,black_memory,white_memory\n";

/// A game's line of that table.
pub fn csv_line(plan: &Plan, entry: &ScheduledGame) -> String {
    let played = &entry.played;
    let black = entry.seat(Stone::Black);
    let name = |seat: Seat| csv_field(&plan.contestants[entry.contestants[seat as usize]].name);
    let result = match played.winner {
        None => "1/2-1/2",
        Some(winner) if winner == black => "1-0",
        Some(_) => "0-1",
    };
    let fault = played.fault.as_ref().map_or_else(String::new, |fault| csv_field(&fault.to_string()));
    let of = |seat: Seat| played.moves.iter().filter(move |moved| moved.seat == seat);
    let time = |seat: Seat| of(seat).map(|moved| moved.us as f64).sum::<f64>() / 1e3;
    let memory = |seat: Seat| played.memory[seat as usize].map_or_else(String::new, |used| used.to_string());
    format!(
        "{},{},{},{},{},{},{result},{},{fault},{},{:.3},{:.3},{},{}\n",
        played.number + 1,
        entry.round + 1,
        entry.pair() + 1,
        text::points_text(&entry.stones),
        name(black),
        name(!black),
        played.ending.name(),
        entry.stones.len() + played.moves.len(),
        time(black),
        time(!black),
        memory(black),
        memory(!black),
    )
}

/// A value of a CSV file, quoted if necessary. Text that a spreadsheet would take for a formula gets an apostrophe.
pub fn csv_field(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    let guard = if is_formula { "'" } else { "" };
    if text.contains([',', ';', '"', '\'', '\t', '\n', '\r']) || is_formula {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A game as a record: the names, the result, and each move with its time and its player's score.
///
/// An error if the moves cannot be played, as in a journal that was edited.
pub fn record(plan: &Plan, entry: &ScheduledGame) -> Result<Record, RecordError> {
    let played = &entry.played;
    let wrong = |error| RecordError { number: played.number, error };
    let mut game = match plan.opening {
        Opening::Free => plan.board.game(&entry.stones).map_err(wrong)?,
        opening => Game::new(plan.board.rule, plan.board.size, &plan.board.traps, opening)
            .map_err(|error| wrong(StartError::Board(error)))?,
    };
    let mut record = Record::of(game.position());
    let name = |stone| plan.contestants[entry.contestants[entry.seat(stone) as usize]].name.clone();
    record.black = name(Stone::Black);
    record.white = name(Stone::White);
    record.opening = plan.opening;
    record.result = Some(match played.winner {
        Some(winner) => RecordResult::Win(entry.colour(winner)),
        None => RecordResult::Draw,
    });
    let mut last = record.tree.main_line().last().unwrap_or(Tree::ROOT);
    for moved in &played.moves {
        let before = game.position().history().len();
        game.step(moved.step).map_err(|error| wrong(StartError::Step(error)))?;
        // A choice in the opening places no stone.
        let Some(&stone) = game.position().history().get(before) else { continue };
        let mut node = Node::of(stone.stone, stone.point);
        node.time_ms = Some(moved.us / 1000);
        let said = [
            moved.score().map(|score| score.to_string()),
            moved.depth.map(|depth| format!("depth {depth}")),
            moved.nodes.map(|nodes| format!("nodes {nodes}")),
        ];
        node.comment = said.into_iter().flatten().collect::<Vec<_>>().join(", ");
        debug_assert!(matches!(moved.step, Step::Place(_) | Step::Pick(_)));
        last = record.tree.add(last, node);
    }
    let end = match (&played.fault, played.ending) {
        (Some(fault), _) => fault.to_string(),
        (None, EndingKind::Five) => return Ok(record),
        (None, ending) => ending.name().replace('_', " "),
    };
    let comment = &mut record.tree.node_mut(last).comment;
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(&end);
    Ok(record)
}

/// Why a game cannot be shown as a record: it cannot be played as it is noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    number: usize,
    error: StartError,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.number + 1, self.error)
    }
}

impl std::error::Error for RecordError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::job::MoveRecord;
    use goren_core::{Fault, FaultKind};

    fn entry() -> ScheduledGame {
        let moved = |point: &str, seat, us| MoveRecord {
            step: Step::Place(point.parse().unwrap()),
            seat,
            us,
            score: Some(12),
            depth: Some(3),
            nodes: None,
        };
        let mut played = fixture::played(3, Some(Seat::First));
        played.ending = EndingKind::Fault;
        played.fault = Some(Fault { kind: FaultKind::Time, detail: "took 9 ms, had 5".to_owned() });
        played.moves = vec![moved("c3", Seat::Second, 1500), moved("e5", Seat::First, 2500)];
        ScheduledGame { round: 0, contestants: [1, 0], stones: vec!["d4".parse().unwrap()], played }
    }

    #[test]
    fn a_line_of_the_table_says_who_did_what() {
        let line = csv_line(&fixture::plan(2), &entry());
        assert_eq!(line, "4,1,2,d4,1,0,1-0,fault,\"lost on time: took 9 ms, had 5\",3,2.500,1.500,,\n");
        assert_eq!(line.matches(',').count() - 1, CSV_HEADER.matches(',').count());
    }

    #[test]
    fn a_name_is_no_formula() {
        assert_eq!(csv_field("=cmd|' /C calc'!A0"), "\"'=cmd|' /C calc'!A0\"");
        assert_eq!(csv_field("+1+1"), "\"'+1+1\"");
        assert_eq!(csv_field("@SUM(A1),\"x\""), "\"'@SUM(A1),\"\"x\"\"\"");
        assert_eq!(
            (csv_field("-1.5"), csv_field("goren:level=6")),
            ("-1.5".to_owned(), "goren:level=6".to_owned())
        );
        assert_eq!(csv_field("a,b"), "\"a,b\"");
    }

    #[test]
    fn a_record_has_the_opening_the_moves_and_what_was_said() {
        let record = record(&fixture::plan(2), &entry()).unwrap();
        let points: String =
            record.moves().filter_map(|played| played.point).map(|p| p.to_string()).collect();
        assert_eq!(points, "d4c3e5");
        assert_eq!((record.black.as_str(), record.white.as_str()), ("1", "0"));
        assert_eq!(record.result, Some(RecordResult::Win(Stone::Black)));
        let last = record.tree.main_line().last().unwrap();
        assert_eq!(record.tree.node(last).comment, "+12, depth 3\nlost on time: took 9 ms, had 5");
        assert_eq!(record.tree.node(last).time_ms, Some(2));
    }

    #[test]
    fn an_impossible_game_is_an_error() {
        let mut entry = entry();
        entry.played.moves[1].step = Step::Place("c3".parse().unwrap());
        assert!(record(&fixture::plan(2), &entry).unwrap_err().to_string().starts_with("game 4: "));
    }
}
