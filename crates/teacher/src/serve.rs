//! Many games on many threads, in lanes that take turns with the network: while it evaluates one lane, the trees of the others
//! go on.
//!
//! Messages are little-endian. From here, one for each lane in turn: `GTL1`, then five u32 (lane, views, samples, games,
//! simulations), then the views, samples and games as bytes. To here, for the views of that lane: `GTA1`, lane and count
//! (u32 each), then for each view the value for the side to move and a logit for each cell, as bfloat16. The end of the
//! stream between two messages ends the games.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use crate::bfloat;
use crate::game::{GAME_BYTES, Game, Outbox, sample_bytes};
use crate::search::Settings;
use crate::start::Mix;
use crate::view::{Canvas, Viewer};

const QUESTION: &[u8; 4] = b"GTL1";
const ANSWER: &[u8; 4] = b"GTA1";

/// Games that are evaluated together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// What their boards are shown on.
    pub canvas: Canvas,
    /// How many there are.
    pub games: usize,
}

/// Everything that decides the games.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The lanes, in their turns.
    pub lanes: Vec<Lane>,
    /// How moves are searched.
    pub settings: Settings,
    /// How games begin.
    pub mix: Mix,
    /// The source of all chance; the number of threads changes nothing.
    pub seed: u64,
    /// Threads that grow trees.
    pub threads: NonZeroUsize,
}

/// Why self-play ended before its input did.
#[derive(Debug)]
pub enum ServeError {
    /// Reading or writing failed.
    Io(io::Error),
    /// A message does not begin like an answer.
    Magic([u8; 4]),
    /// There is no such lane.
    Lane(u32),
    /// A message has another number of answers than its lane has games.
    Count {
        /// The lane.
        lane: usize,
        /// Its games.
        games: usize,
        /// The answers.
        count: u32,
    },
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Io(error) => error.fmt(f),
            ServeError::Magic(bytes) => {
                write!(f, "expected a message that begins with `GTA1`, got `{}`", bytes.escape_ascii())
            }
            ServeError::Lane(lane) => write!(f, "expected the number of a lane, got {lane}"),
            ServeError::Count { lane, games, count } => {
                write!(f, "expected {games} answers for lane {lane}, got {count}")
            }
        }
    }
}

impl std::error::Error for ServeError {}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> ServeError {
        ServeError::Io(error)
    }
}

/// What a thread is to do next: begin a lane's games, or go on with their answers.
type Task = (usize, Option<Arc<Vec<u8>>>);

/// Plays until the input ends.
pub fn serve(mut input: impl Read, output: impl Write + Send, plan: &Plan) -> Result<(), ServeError> {
    let threads = plan.threads.get();
    std::thread::scope(|scope| {
        let (done, finished) = mpsc::channel();
        let mut tasks = Vec::new();
        for thread in 0..threads {
            let (sender, receiver) = mpsc::channel();
            tasks.push(sender);
            let done = done.clone();
            scope.spawn(move || work(plan, thread, &receiver, &done));
        }
        drop(done);
        let writer = scope.spawn(move || write(output, plan, &finished));
        let ended = read(&mut input, plan, &tasks);
        drop(tasks);
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        // Whoever went away while we were writing has also ended our input.
        match (ended, written) {
            (Ok(()), Err(error)) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
            (ended, _) => ended,
        }
    })
}

/// The games of a lane that belong to a thread.
fn share(games: usize, thread: usize, threads: usize) -> Range<usize> {
    games * thread / threads..games * (thread + 1) / threads
}

fn work(plan: &Plan, thread: usize, tasks: &Receiver<Task>, done: &Sender<(usize, usize, Outbox)>) {
    let viewer = Viewer::new();
    let ranges: Vec<Range<usize>> =
        plan.lanes.iter().map(|lane| share(lane.games, thread, plan.threads.get())).collect();
    let number = |lane: usize, game: usize| (lane as u64) << 32 | game as u64;
    let mut games: Vec<Vec<Game>> = plan
        .lanes
        .iter()
        .enumerate()
        .map(|(lane, &Lane { canvas, .. })| {
            let new = |game| Game::new(canvas, plan.settings, &plan.mix, plan.seed, number(lane, game));
            ranges[lane].clone().map(new).collect()
        })
        .collect();
    let mut logits = Vec::new();
    for (lane, answers) in tasks {
        let canvas = plan.lanes[lane].canvas;
        let mut outbox = Outbox::default();
        outbox.views.reserve(ranges[lane].len() * canvas.view_bytes());
        if let Some(answers) = answers {
            let answers = answers.chunks_exact(answer_bytes(canvas)).skip(ranges[lane].start);
            for (game, answer) in games[lane].iter_mut().zip(answers) {
                logits.clear();
                let numbers = answer.chunks_exact(2);
                logits.extend(numbers.map(|pair| bfloat::to_f32(u16::from_le_bytes([pair[0], pair[1]]))));
                game.take(&logits[1..], logits[0], &viewer, &mut outbox);
            }
        } else {
            for game in &mut games[lane] {
                game.begin(&viewer, &mut outbox);
            }
        }
        if done.send((lane, thread, outbox)).is_err() {
            return;
        }
    }
}

fn answer_bytes(canvas: Canvas) -> usize {
    2 * (1 + canvas.area())
}

fn read(input: &mut impl Read, plan: &Plan, tasks: &[Sender<Task>]) -> Result<(), ServeError> {
    let hand_out = |lane: usize, answers: Option<Arc<Vec<u8>>>| {
        // A thread that is gone has panicked, which joining it will tell.
        tasks.iter().for_each(|task| drop(task.send((lane, answers.clone()))));
    };
    for lane in 0..plan.lanes.len() {
        hand_out(lane, None);
    }
    let mut head = [0; 12];
    loop {
        // The stream may end before a message, not inside one.
        if input.read(&mut head[..1])? == 0 {
            return Ok(());
        }
        input.read_exact(&mut head[1..])?;
        let [magic, lane, count] = [0, 4, 8].map(|at| [head[at], head[at + 1], head[at + 2], head[at + 3]]);
        if &magic != ANSWER {
            return Err(ServeError::Magic(magic));
        }
        let (number, count) = (u32::from_le_bytes(lane), u32::from_le_bytes(count));
        let lane = number as usize;
        let &Lane { canvas, games } = plan.lanes.get(lane).ok_or(ServeError::Lane(number))?;
        if count as usize != games {
            return Err(ServeError::Count { lane, games, count });
        }
        let mut answers = vec![0; games * answer_bytes(canvas)];
        input.read_exact(&mut answers)?;
        hand_out(lane, Some(Arc::new(answers)));
    }
}

fn write(mut output: impl Write, plan: &Plan, finished: &Receiver<(usize, usize, Outbox)>) -> io::Result<()> {
    // Answers that come early let a thread run ahead of the others.
    let mut parts = vec![vec![VecDeque::new(); plan.threads.get()]; plan.lanes.len()];
    for (lane, thread, outbox) in finished {
        parts[lane][thread].push_back(outbox);
        if parts[lane].iter().any(VecDeque::is_empty) {
            continue;
        }
        let whole: Vec<Outbox> = parts[lane].iter_mut().filter_map(VecDeque::pop_front).collect();
        let Lane { canvas, games } = plan.lanes[lane];
        let [views, samples, ended]: [fn(&Outbox) -> &Vec<u8>; 3] =
            [|outbox| &outbox.views, |outbox| &outbox.samples, |outbox| &outbox.games];
        let bytes =
            |part: fn(&Outbox) -> &Vec<u8>| whole.iter().map(|outbox| part(outbox).len()).sum::<usize>();
        let counts = [bytes(samples) / sample_bytes(canvas), bytes(ended) / GAME_BYTES];
        let simulations: u32 = whole.iter().map(|outbox| outbox.simulations).sum();
        output.write_all(QUESTION)?;
        for number in [lane as u32, games as u32, counts[0] as u32, counts[1] as u32, simulations] {
            output.write_all(&number.to_le_bytes())?;
        }
        for part in [views, samples, ended] {
            whole.iter().try_for_each(|outbox| output.write_all(part(outbox)))?;
        }
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(threads: usize) -> Plan {
        let lane = |side, games| Lane { canvas: Canvas::of_side(side).unwrap(), games };
        Plan {
            lanes: vec![lane(15, 5), lane(20, 3)],
            settings: Settings { simulations: 4, ..Settings::default() },
            mix: Mix::default(),
            seed: 1,
            threads: NonZeroUsize::new(threads).unwrap(),
        }
    }

    fn answers(plan: &Plan, rounds: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        for _ in 0..rounds {
            for (number, lane) in plan.lanes.iter().enumerate() {
                bytes.extend_from_slice(ANSWER);
                bytes.extend_from_slice(&(number as u32).to_le_bytes());
                bytes.extend_from_slice(&(lane.games as u32).to_le_bytes());
                bytes.resize(bytes.len() + lane.games * answer_bytes(lane.canvas), 0);
            }
        }
        bytes
    }

    fn run(plan: &Plan, input: &[u8]) -> (Result<(), String>, Vec<u8>) {
        let mut output = Vec::new();
        let result = serve(input, &mut output, plan).map_err(|error| error.to_string());
        (result, output)
    }

    #[test]
    fn every_message_has_a_view_of_each_game() {
        let plan = plan(2);
        let (result, output) = run(&plan, &answers(&plan, 400));
        assert_eq!(result, Ok(()));
        let mut rest = &output[..];
        let (mut messages, mut all_samples) = (0, 0);
        while !rest.is_empty() {
            assert!(rest.starts_with(QUESTION));
            let number = |at: usize| u32::from_le_bytes(rest[4 + 4 * at..][..4].try_into().unwrap()) as usize;
            let [lane, views, samples, games] = [0, 1, 2, 3].map(number);
            assert_eq!(lane, messages % 2);
            assert_eq!(views, plan.lanes[lane].games);
            let canvas = plan.lanes[lane].canvas;
            let length = views * canvas.view_bytes() + samples * sample_bytes(canvas) + games * GAME_BYTES;
            rest = &rest[24 + length..];
            messages += 1;
            all_samples += samples;
        }
        assert_eq!(messages, 2 * 401);
        assert!(all_samples > 0);
    }

    #[test]
    fn threads_change_nothing() {
        let input = answers(&plan(1), 20);
        assert!(run(&plan(1), &input).1 == run(&plan(3), &input).1);
    }

    #[test]
    fn broken_messages_are_refused() {
        let plan = plan(1);
        let good = answers(&plan, 1);
        let broken = |change: fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            run(&plan, &bytes).0.unwrap_err()
        };
        let magic = broken(|bytes| bytes[3] = b'9');
        assert_eq!(magic, "expected a message that begins with `GTA1`, got `GTA9`");
        assert_eq!(broken(|bytes| bytes[4] = 2), "expected the number of a lane, got 2");
        assert_eq!(broken(|bytes| bytes[8] = 6), "expected 5 answers for lane 0, got 6");
        for cut in 1..12 {
            let (result, _) = run(&plan, &good[..cut]);
            assert!(result.is_err(), "{cut}");
        }
        assert!(run(&plan, &good[..good.len() - 1]).0.is_err());
    }
}
