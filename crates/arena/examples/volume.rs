//! A run of many games that are over at once: the time of the journal and the runner, and their memory.
//!
//! `cargo run --release -p goren-arena --example volume -- GAMES MOVES FOLDER` plays them in batches of 500, half of them,
//! then resumes the journal and plays the rest, and reads all games once more as the files at the end do.

#![expect(clippy::print_stdout, reason = "a program for measurements")]

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::time::Instant;

use goren_arena::{
    Book, Budget, Builtin, Contestant, Control, FinishedGame, GameError, Job, Journal, Kind, MoveRecord,
    Plan, Pool, RunOutcome, Status, run_on,
};
use goren_core::{EndingKind, Seat, Size, Step};

/// The number of games that are returned at once.
const BATCH: usize = 500;

/// Plays nothing: every game has the same moves, and a winner by its number.
struct Instantly {
    moves: Vec<MoveRecord>,
    out: VecDeque<usize>,
    settled: usize,
    /// Games to play before the run is drained.
    left: usize,
    control: Control,
}

impl Pool for Instantly {
    fn room(&mut self) -> usize {
        BATCH - self.out.len()
    }

    fn start(&mut self, job: Job) -> Result<(), GameError> {
        self.out.push_back(job.number);
        Ok(())
    }

    fn collect(&mut self) -> Vec<Result<FinishedGame, GameError>> {
        let game = |number: usize| FinishedGame {
            number,
            winner: [Some(Seat::First), Some(Seat::Second), None][number * number % 3],
            ending: EndingKind::Five,
            fault: None,
            swapped: false,
            moves: self.moves.clone(),
            memory: [None, None],
            worker: Some("volume-1".to_owned()),
            scale: None,
        };
        self.out.drain(..).map(|number| Ok(game(number))).collect()
    }

    fn settled(&mut self, numbers: &[usize]) {
        self.settled += numbers.len();
        if self.settled >= self.left {
            self.control.drain();
        }
    }

    fn out(&self) -> usize {
        self.out.len()
    }

    fn abort(&mut self) {
        self.out.clear();
    }

    fn standing(&mut self, status: &Status) {
        assert!(status.played >= self.settled);
    }
}

/// The memory in use and its maximum so far, in MiB.
fn memory() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let of = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key));
        line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).unwrap_or(0) >> 10
    };
    (of("VmRSS:"), of("VmHWM:"))
}

/// The processor time used so far, in seconds.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    // Of the user and of the system, in hundredths.
    fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// A stage, since when it runs.
struct Stage(Instant, f64);

impl Stage {
    fn begin() -> Stage {
        Stage(Instant::now(), processor())
    }

    fn end(self, what: &str, games: usize) {
        let ((now, most), wall, used) = (memory(), self.0.elapsed().as_secs_f64(), processor() - self.1);
        println!(
            "{what}: {games} games in {wall:.1} s, {used:.1} s of a processor ({:.0} games for each); {now} MiB, at most {most} MiB",
            games as f64 / used
        );
    }
}

fn plan(games: usize) -> Result<Plan, Box<dyn std::error::Error>> {
    let contestant = |name: &str| Contestant {
        name: name.to_owned(),
        kind: Kind::Builtin(Builtin { kind: "none".to_owned(), options: BTreeMap::new() }),
        budget: Budget::default(),
    };
    let plan = Plan { pairs: games / 2, ..Plan::new(vec![contestant("A"), contestant("B")]) };
    Ok(Plan {
        book: Book::random(2000, 1, &plan.board)?,
        sprt: Some("-0.001,0.001,alpha=0.0001,beta=0.0001".parse()?),
        ..plan
    })
}

fn play(
    plan: &Plan,
    journal: &mut Journal,
    left: usize,
    moves: usize,
) -> Result<RunOutcome, Box<dyn std::error::Error>> {
    let moved = |(i, point)| MoveRecord {
        step: Step::Place(point),
        seat: [Seat::First, Seat::Second][i % 2],
        us: 12_345 + i as u64,
        score: Some(17 - i as i32),
        depth: Some(9),
        nodes: Some(4000),
    };
    let control = Control::default();
    if left == 0 {
        control.drain();
    }
    let moves = Size::DEFAULT.points().take(moves).enumerate().map(moved).collect();
    let mut pool = Instantly { moves, out: VecDeque::new(), settled: 0, left, control: control.clone() };
    Ok(run_on(plan, &mut pool, Some(journal), &control, |_| ())?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, games, moves, folder] = arguments.as_slice() else {
        return Err("expected GAMES MOVES FOLDER".into());
    };
    let (games, moves): (usize, usize) = (games.parse()?, moves.parse()?);
    let path = Path::new(folder).join("volume.jsonl");
    let plan = plan(games)?;
    println!("at the start: {} MiB", memory().0);

    let stage = Stage::begin();
    let mut journal = Journal::create(&path, &plan, "volume")?;
    let outcome = play(&plan, &mut journal, games / 2, moves)?;
    stage.end("played the first half", outcome.status.played);
    drop((journal, outcome));

    let stage = Stage::begin();
    let mut journal = Journal::open(&path)?;
    let outcome = play(&plan, &mut journal, 0, moves)?;
    let half = outcome.status.played;
    stage.end("opened and resumed", half);

    let stage = Stage::begin();
    let outcome = play(&plan, &mut journal, usize::MAX, moves)?;
    stage.end("resumed again and played the rest", games);
    assert!(outcome.status.is_complete && outcome.status.played == games);

    let stage = Stage::begin();
    let read = outcome.read(&plan, &mut journal).filter(Result::is_ok).count();
    stage.end("read in order", read);
    let stage = Stage::begin();
    let report = outcome.report(&plan).html().len();
    stage.end(&format!("a report of {report} bytes"), games);
    drop((journal, outcome));

    let stage = Stage::begin();
    let mut journal = Journal::open(&path)?;
    stage.end("opened", journal.len());
    let stage = Stage::begin();
    let outcome = play(&plan, &mut journal, usize::MAX, moves)?;
    stage.end("resumed when complete", outcome.status.played);
    println!("the journal has {} MiB", std::fs::metadata(&path)?.len() >> 20);
    std::fs::remove_file(&path)?;
    Ok(())
}
