//! Conversion between a played game and a packed game.

use anyhow::bail;
use goren_core::{Ending, Game, GameResult, Opening, Point, Position, Rule, Score, Size, Step};
use goren_engine::quiet_positions;
use goren_record::{PackedGame, PackedMove, PackedScore, RecordResult};

/// A finished game that begins with placed stones, with the score of each move for its side.
pub(crate) fn packed(game: &Game, placed: usize, scores: &[Option<Score>]) -> PackedGame {
    let end = game.position();
    let points: Vec<Point> = end.history().iter().filter_map(|played| played.point).collect();
    let start = Position::with_traps(end.rule(), end.size(), end.traps())
        .expect("the traps were on this board already");
    let quiet = quiet_positions(&start, &points);
    let scores = scores.iter().copied().chain(std::iter::repeat(None));
    let moves = points.into_iter().zip(quiet).zip(scores).map(|((point, is_quiet), score)| PackedMove {
        point,
        is_quiet,
        score: score.map(PackedScore::new),
    });
    PackedGame {
        rule: end.rule(),
        size: end.size(),
        traps: end.traps().to_vec(),
        placed,
        moves: moves.collect(),
        result: result(game.result().expect("the game is over")),
    }
}

/// Replays a game under the rules; an error names the first illegal move.
pub(crate) fn replay(
    rule: Rule,
    size: Size,
    traps: &[Point],
    moves: impl IntoIterator<Item = Point>,
) -> anyhow::Result<Game> {
    let mut game = Game::new(rule, size, traps, Opening::Free)?;
    for (i, point) in moves.into_iter().enumerate() {
        if let Err(error) = game.step(Step::Place(point)) {
            bail!("move {}, {point}: {error}", i + 1);
        }
    }
    match game.result() {
        Some(GameResult { ending: Ending::Forbidden { point, kind }, .. }) => {
            bail!("the last move, {point}: forbidden ({kind})")
        }
        _ => Ok(game),
    }
}

pub(crate) fn result(result: GameResult) -> RecordResult {
    result.winner.map_or(RecordResult::Draw, RecordResult::Win)
}
