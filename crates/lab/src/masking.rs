//! What masking changes in `masked`: how often its move and its value differ without it, over many positions; and how
//! often a lone stone far from all others changes its move.

use goren_arena::{Board, Book};
use goren_classics::{Settings, classic, description};
use goren_core::{Agent as _, Game, Limits, Point, Position, Random, Rule, Size, Step, Stone, Stop};

use crate::interval::Interval;
use crate::middle_games::middle_games_with;
use crate::{Finding, Observer, Workload, csv};

/// Positions of one kind, and on how many of them something changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MaskingSample {
    /// The kind of positions.
    pub(crate) kind: &'static str,
    /// What was changed.
    pub(crate) change: &'static str,
    /// The number of positions.
    pub(crate) positions: usize,
    /// Those on which the value changed…
    pub(crate) values: usize,
    /// …the move…
    pub(crate) moves: usize,
    /// …and those on which the changed program makes six or more in a row, which wins nothing.
    pub(crate) overlines: usize,
}

/// All samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MaskingSamples {
    /// Kind by kind.
    pub(crate) rows: Vec<MaskingSample>,
}

/// Ordinary middle games: what masking is worth in play.
pub(crate) const ORDINARY: &str = "ordinary middle games";
/// Positions with five stones of one colour in six cells: what it is worth where an overline can be made.
pub(crate) const TEMPTING: &str = "an overline can be made";

/// Searches many positions with and without masking, and with a lone stone added.
pub(crate) fn masking(workload: &Workload, observer: &mut Observer<'_>) -> MaskingSamples {
    let masked = description("masked").expect("masked is one of the five");
    let ordinary = middle_games_with(masked.rule, masked.size, 20, workload.samples, workload.seed);
    let tempting = tempting(workload.samples, workload.seed);
    let total = 2 * ordinary.len() + tempting.len();
    let mut found = MaskingSamples::default();
    let mut done = 0;
    let without = Settings { without: ["masking".to_owned()].into(), ..Settings::default() };
    for (kind, games) in [(ORDINARY, &ordinary), (TEMPTING, &tempting)] {
        let mut row =
            MaskingSample { kind, change: "no masking", positions: 0, values: 0, moves: 0, overlines: 0 };
        for game in games {
            if !observer.proceed(done, total, kind) {
                return found;
            }
            done += 1;
            row.compare(game, &choose(game, &Settings::default()), &choose(game, &without));
        }
        found.rows.push(row);
    }
    let mut row = MaskingSample {
        kind: ORDINARY,
        change: "a lone stone far away",
        positions: 0,
        values: 0,
        moves: 0,
        overlines: 0,
    };
    for game in &ordinary {
        if !observer.proceed(done, total, row.change) {
            return found;
        }
        done += 1;
        let Some(other) = with_lone_stone(game.position()) else { continue };
        row.compare(game, &choose(game, &Settings::default()), &choose(&other, &Settings::default()));
    }
    found.rows.push(row);
    found
}

impl MaskingSample {
    fn compare(&mut self, game: &Game, one: &(Step, Option<i64>), other: &(Step, Option<i64>)) {
        self.positions += 1;
        self.values += usize::from(one.1 != other.1);
        self.moves += usize::from(one.0 != other.0);
        if let Step::Place(point) = other.0 {
            let row = longest_row(game.position(), point, game.position().side());
            self.overlines += usize::from(row > 5 && one.0 != other.0);
        }
    }

    /// The share of positions with another move.
    pub(crate) fn moved(&self) -> Interval {
        Interval::share(self.moves, self.positions)
    }

    /// The share of positions with another value.
    pub(crate) fn revalued(&self) -> Interval {
        Interval::share(self.values, self.positions)
    }
}

impl MaskingSamples {
    pub(crate) fn of(&self, kind: &str, change: &str) -> Option<&MaskingSample> {
        self.rows.iter().find(|row| row.kind == kind && row.change == change && row.positions > 0)
    }
}

/// The move and the value of `masked`.
fn choose(game: &Game, settings: &Settings) -> (Step, Option<i64>) {
    let mut program = classic("masked", settings).expect("masked has these settings");
    program.instruments_mut().trace_depth = 1;
    let step = program.choose(game, &Limits::default(), &Stop::default(), &mut |_| {});
    (step, program.instruments().tree.as_ref().map(|tree| tree.value))
}

/// Positions of exactly-five Gomoku in which one side has five stones in six cells of a line, so that filling the gap makes
/// six, among the stones of an ordinary opening.
pub(crate) fn tempting(count: usize, seed: u64) -> Vec<Game> {
    let (rule, size) = (Rule::Standard, Size::DEFAULT);
    let board = Board { rule, size, traps: Vec::new() };
    let mut random = Random::new(seed ^ 0x6d61_736b);
    let book = Book::random(4 * count.max(1), seed, &board).expect("the board has room for an opening");
    let mut games = Vec::new();
    for opening in book.openings() {
        if games.len() == count {
            break;
        }
        let Ok(start) = board.game(opening) else { continue };
        let mut stones: Vec<(Point, Stone)> = start.position().stones().collect();
        let own = if random.once_in(2) { Stone::Black } else { Stone::White };
        let (dx, dy) = random.pick(&[(1isize, 0isize), (0, 1), (1, 1), (1, -1)]).expect("four directions");
        let from = Point::new(3 + random.below(6), 5 + random.below(5)).expect("a point of the board");
        let gap = 1 + random.below(4) as isize;
        let row: Vec<Point> =
            (0..6).filter(|&i| i != gap).filter_map(|i| from.offset(i * dx, i * dy)).collect();
        let is_free = |point: &Point| size.contains(*point) && stones.iter().all(|stone| stone.0 != *point);
        if row.len() != 5 || !row.iter().all(is_free) {
            continue;
        }
        stones.extend(row.iter().map(|&point| (point, own)));
        // As many stones of the other colour, scattered so that they make no row.
        let mut empty: Vec<Point> =
            size.points().filter(|point| stones.iter().all(|stone| stone.0 != *point)).collect();
        stones.extend(random.draw(&mut empty, 5).into_iter().map(|point| (point, !own)));
        let Ok(position) = Position::with_setup(rule, size, &[], &stones, own) else { continue };
        let can_win = |stone| position.empties().any(|point| position.shapes(point, stone).has_five());
        if position.winner().is_none() && !can_win(own) && !can_win(!own) {
            games.push(Game::from_position(position));
        }
    }
    games
}

/// The same position with one more stone of the opponent, as far from all others as possible.
fn with_lone_stone(position: &Position) -> Option<Game> {
    let mut stones: Vec<(Point, Stone)> = position.stones().collect();
    let nearest = |point: &Point| stones.iter().map(|stone| stone.0.distance(*point)).min();
    let far = position.empties().max_by_key(nearest).filter(|point| nearest(point) >= Some(4))?;
    stones.push((far, !position.side()));
    let changed =
        Position::with_setup(position.rule(), position.size(), &[], &stones, position.side()).ok()?;
    Some(Game::from_position(changed))
}

/// The longest row through a point once this stone is on it.
fn longest_row(position: &Position, point: Point, stone: Stone) -> usize {
    let reach = |dx: isize, dy: isize| {
        (1..)
            .map_while(move |i| point.offset(i * dx, i * dy))
            .take_while(|&next| position.size().contains(next) && position.stone(next) == Some(stone))
    };
    let row = |(dx, dy)| 1 + reach(dx, dy).count() + reach(-dx, -dy).count();
    [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().map(row).max().unwrap_or(1)
}

impl Finding for MaskingSamples {
    fn name(&self) -> &'static str {
        "masking"
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[
            &"kind",
            &"change",
            &"positions",
            &"values_changed",
            &"moves_changed",
            &"moves_share",
            &"moves_low",
            &"moves_high",
            &"overlines_played",
        ]);
        for row in &self.rows {
            let moved = row.moved();
            let [share, low, high] = [moved.value, moved.low, moved.high].map(|share| format!("{share:.4}"));
            text += &csv::line(&[
                &row.kind,
                &row.change,
                &row.positions,
                &row.values,
                &row.moves,
                &share,
                &low,
                &high,
                &row.overlines,
            ]);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tempting_position_offers_six_in_a_row_and_no_five() {
        let games = tempting(20, 3);
        assert_eq!(games.len(), 20);
        for game in &games {
            let position = game.position();
            let makes_six = |point| longest_row(position, point, position.side()) >= 6;
            assert!(position.empties().any(makes_six));
            assert!(!position.empties().any(|point| position.shapes(point, position.side()).has_five()));
        }
    }

    #[test]
    fn without_masking_the_program_plays_for_the_six() {
        let workload = Workload { samples: 12, ..Workload::quick() };
        let found = masking(&workload, &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
        let tempted = found.of(TEMPTING, "no masking").unwrap();
        assert!(tempted.moves > 6 && tempted.overlines > 6, "{tempted:?}");
        let ordinary = found.of(ORDINARY, "no masking").unwrap();
        assert!(ordinary.moves < tempted.moves, "{ordinary:?}");
        assert_eq!(found.csv().lines().count(), 4);
    }
}
