//! The search thread: jobs in, answers out.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::sync::mpsc::{Receiver, SyncSender};

use goren_core::{Game, Limits, Point, Position, Report, Score, Stop};
use goren_engine::{Engine, Options, SearchEvent, SearchRequest};

use super::{Event, swap2};

/// A task together with the engine that works on it.
pub(super) struct Job {
    pub(super) engine: Box<Engine>,
    pub(super) options: Options,
    pub(super) task: Task,
    pub(super) limits: Limits,
    pub(super) stop: Stop,
    pub(super) wants_reports: bool,
}

/// What to find.
pub(super) enum Task {
    /// The best move.
    Search { position: Position, lines: usize, blocked: Vec<Point> },
    /// One or two stones after which the position has this score.
    Balance { position: Position, count: usize, bias: Score },
    /// The next step of a swap2 opening.
    Swap2(Game),
    /// Nothing: the transposition table is written to this file.
    WriteTable(String),
    /// Nothing: the transposition table is read from this file.
    ReadTable(String),
}

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SearchOutcome {
    /// Stones; none if no point is empty.
    Stones(Vec<Point>),
    /// Take the other colour.
    Swap,
    /// What came of a file.
    Message(String),
}

impl SearchOutcome {
    pub(super) fn message(self) -> Option<String> {
        match self {
            SearchOutcome::Message(text) => Some(text),
            SearchOutcome::Stones(_) | SearchOutcome::Swap => None,
        }
    }
}

/// Works on jobs until there are no more.
pub(super) fn run(jobs: Receiver<Job>, events: &SyncSender<Event>) {
    for mut job in jobs {
        if *job.engine.options() != job.options {
            job.engine.set_options(job.options);
        }
        let mut on_event = |event| {
            if job.wants_reports {
                // The session may have ended already.
                let _ = events.send(Event::Search(event));
            }
        };
        let answer = job.task.answer(&mut job.engine, &job.limits, &job.stop, &mut on_event);
        if events.send(Event::Answer { engine: job.engine, answer }).is_err() {
            return;
        }
    }
}

impl Task {
    fn answer(
        self,
        engine: &mut Engine,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> SearchOutcome {
        match self {
            Task::Search { position, lines, blocked } => {
                let request = SearchRequest { limits: *limits, lines, blocked, ..SearchRequest::default() };
                let best = engine.search(&position, &request, stop, on_event).best();
                SearchOutcome::Stones(referee(&position, best, &request.blocked).into_iter().collect())
            }
            Task::Balance { mut position, count, bias } => {
                let mut found = engine.balance(&position, count, bias, limits, stop).into_iter();
                let mut stones = Vec::new();
                while stones.len() < count
                    && let Some(point) = referee(&position, found.next(), &[])
                {
                    position.play(point);
                    stones.push(point);
                }
                SearchOutcome::Stones(stones)
            }
            Task::Swap2(game) => {
                let mut report = |line: &Report| on_event(SearchEvent::Report(line.clone()));
                swap2::answer(engine, game, limits, stop, &mut report)
            }
            Task::WriteTable(path) => {
                let written = File::create(&path).map(BufWriter::new).and_then(|mut file| {
                    engine.write_table(&mut file)?;
                    file.flush()
                });
                file_message("the table was written to", &path, written)
            }
            Task::ReadTable(path) => {
                let read =
                    File::open(&path).map(BufReader::new).and_then(|mut file| engine.read_table(&mut file));
                file_message("the table was read from", &path, read)
            }
        }
    }
}

/// The message about a file that was written or read.
fn file_message(done: &str, path: &str, outcome: io::Result<()>) -> SearchOutcome {
    SearchOutcome::Message(match outcome {
        Ok(()) => format!("{done} {path}"),
        Err(error) => format!("{path}: {error}"),
    })
}

/// The engine's move if it may be played, otherwise the nearest to the centre: a legal move that is
/// not blocked, any legal move, or any empty point, because the protocol has no pass.
pub(super) fn referee(position: &Position, wanted: Option<Point>, blocked: &[Point]) -> Option<Point> {
    let is_legal = |point: &Point| position.check(*point).is_ok() && position.is_legal(*point);
    let distance = |point: &Point| point.distance(position.size().centre());
    wanted
        .filter(is_legal)
        .or_else(|| position.legal_moves().filter(|point| !blocked.contains(point)).min_by_key(distance))
        .or_else(|| position.legal_moves().min_by_key(distance))
        .or_else(|| position.empties().min_by_key(distance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size, Stone};

    fn points(text: &str) -> Vec<Point> {
        text.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn only_legal_moves_pass_the_referee() {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        let wanted =
            |position: &Position, name: &str| referee(position, name.parse().ok(), &[]).unwrap().to_string();
        assert_eq!(wanted(&position, "a1"), "a1");
        assert_eq!(wanted(&position, "p1"), "h8");
        position.play("h8".parse().unwrap());
        assert_ne!(wanted(&position, "h8"), "h8");
        assert_ne!(referee(&position, None, &points("g7")), referee(&position, None, &[]));
    }

    #[test]
    fn black_without_a_legal_move_still_moves() {
        const PICTURE: &str = "\
X X X O X O X
X X X O O O X
O O O X X X O
O O X O O O O
O X O O X O O
O O X X O O X
X X X . X X X";
        let size = Size::new(7).unwrap();
        let rows = PICTURE.lines().enumerate();
        let cells = rows.flat_map(|(y, row)| row.split(' ').enumerate().map(move |(x, cell)| (x, y, cell)));
        let stones: Vec<_> = cells
            .filter(|&(.., cell)| cell != ".")
            .map(|(x, y, cell)| {
                (size.at_top_left(x, y).unwrap(), if cell == "X" { Stone::Black } else { Stone::White })
            })
            .collect();
        let position = Position::with_setup(Rule::Renju, size, &[], &stones, Stone::Black).unwrap();
        assert_eq!((position.winner(), position.legal_moves().count()), (None, 0));
        assert_eq!(referee(&position, None, &[]), "d1".parse().ok());
        assert_eq!(referee(&position, "d1".parse().ok(), &[]), "d1".parse().ok());
    }
}
