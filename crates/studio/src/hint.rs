//! Help for the side to move: first where to look, then which move, and why.

use goren_core::{Point, Position, Shape, Stop};
use goren_engine::{Engine, Options, Solved, solve_vcf, solve_vct};
use serde_json::{Value, json};

use crate::judge::{self, black_chance, standing};
use crate::look::fours_win;
use crate::wire::{HintStage, PointName};

/// Time for the search behind a hint, in milliseconds.
const SEARCH_MS: u64 = 700;
/// Positions in which a win by threats is looked for.
const THREAT_NODES: u64 = 60_000;
const FOUR_NODES: u64 = 100_000;

/// A move worth playing, and why.
struct Advice {
    reason: &'static str,
    text: String,
    line: Vec<Point>,
    black: f64,
}

/// What to say about a position; an error if there is nothing to play.
pub(crate) fn hint(position: &Position, stage: HintStage, stop: &Stop) -> Result<Value, String> {
    if !position.outcome().is_ongoing() {
        return Err("the game is over".to_owned());
    }
    let advice = advise(position, stop).ok_or("there is no legal move")?;
    let point = *advice.line.first().ok_or("there is no legal move")?;
    Ok(match stage {
        HintStage::Where => json!({ "stage": "where", "area": PointName::all(area(position, point)) }),
        HintStage::Why => json!({
            "stage": "why",
            "point": PointName(point),
            "reason": advice.reason,
            "text": advice.text,
            "pv": PointName::all(advice.line),
            "black": advice.black,
        }),
    })
}

fn advise(position: &Position, stop: &Stop) -> Option<Advice> {
    let (side, other) = (position.side(), !position.side());
    let won = black_chance(goren_core::Score::win_in(1), side);
    if let Some(point) = position.empties().find(|&point| position.shapes(point, side).has_five()) {
        let text = format!("{point} makes five");
        return Some(Advice { reason: "five", text, line: vec![point], black: won });
    }
    let danger = position.legal_moves().find(|&point| position.shapes(point, other).has_five());
    if let Solved::Win(line) = solve_vcf(position, Some(FOUR_NODES), stop).solved {
        let point = *line.first()?;
        let moves = line.len().div_ceil(2);
        let is_open = position.shapes(point, side).strongest() >= Shape::DoubleFour;
        let (reason, text) = if is_open {
            ("open_four", format!("{point} makes a four that cannot be stopped"))
        } else {
            ("vcf", format!("{point} begins a win by fours in {moves} moves"))
        };
        return Some(Advice { reason, text, line, black: won });
    }
    let best = |reason, say: &dyn Fn(Point) -> String| {
        let mut engine = Engine::new(Options { memory: judge::MEMORY, ..Options::default() });
        let standing = standing(&mut engine, position, SEARCH_MS, stop);
        let text = say(*standing.line.first()?);
        let black = if side == goren_core::Stone::Black { standing.chance } else { 1.0 - standing.chance };
        Some(Advice { reason, text, line: standing.line, black: judge::rounded(black) })
    };
    if danger.is_some() {
        return best("block_five", &|point| format!("{point} stops the five"));
    }
    if !fours_win(position, other).is_empty() {
        return best("block", &|point| format!("{point} answers the threat of {other}"));
    }
    if let Solved::Win(line) = solve_vct(position, Some(THREAT_NODES), stop).solved {
        let (point, moves) = (*line.first()?, line.len().div_ceil(2));
        let text = format!("{point} begins a win by threats in {moves} moves");
        return Some(Advice { reason: "vct", text, line, black: won });
    }
    best("best", &|point| format!("{point} keeps the best chances"))
}

/// Nine points around a move, which is not always in the middle.
fn area(position: &Position, point: Point) -> Vec<Point> {
    let shift = position.hash() % 9;
    let (dx, dy) = ((shift % 3) as isize - 1, (shift / 3) as isize - 1);
    let size = position.size();
    let near = |from: isize| from - 1..=from + 1;
    near(dy)
        .flat_map(|y| near(dx).map(move |x| (x, y)))
        .filter_map(|(x, y)| point.offset(x, y))
        .filter(|&point| size.contains(point))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size};

    fn played(names: &str) -> Position {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        names.split(' ').for_each(|name| position.play(name.parse().unwrap()));
        position
    }

    #[test]
    fn the_reason_fits_the_position() {
        let why = |names: &str| hint(&played(names), HintStage::Why, &Stop::default()).unwrap();
        assert_eq!(why("h8 a1 i8 a2 j8 a3 k8 a5")["reason"], "five");
        assert_eq!(why("h8 a1 i8 a3 j8 a5")["reason"], "open_four");
        assert_eq!(why("a1 h8 a3 i8 o1 j8 a15 k8")["reason"], "block_five");
        assert_eq!(why("a1 h8 a3 i8 o1 j8")["reason"], "block");
    }

    #[test]
    fn where_to_look_contains_the_move_and_does_not_name_it() {
        let position = played("h8 a1 i8 a3 j8 a5");
        let view = hint(&position, HintStage::Where, &Stop::default()).unwrap();
        let why = hint(&position, HintStage::Why, &Stop::default()).unwrap();
        assert!(view["area"].as_array().unwrap().contains(&why["point"]));
        assert_eq!(view.get("point"), None);
    }
}
