//! One session with a manager: commands in, replies out, and the state between them.

use std::mem;
use std::ops::ControlFlow;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use goren_core::{Limits, Point, Position, Report, Rule, Score, Stone, Stop, WinLength};
use goren_engine::{Engine, Options, SearchEvent};
use goren_protocol::{
    About, Command, CommandError, Coordinates, Detail, Info, Parser, Placed, Realtime, Reply, Yixin,
};

use super::board::Board;
use super::searcher::{Job, SearchOutcome, Task};
use super::settings::Settings;
use super::swap2;

/// Start-up is charged to the first move, but no more than this: the process may have been suspended meanwhile.
const MAX_START_UP: Duration = Duration::from_millis(500);

const ABOUT: About = About {
    name: "goren",
    version: env!("CARGO_PKG_VERSION"),
    author: "the goren authors",
    country: "international",
};

/// The state of a session; others do its input and output.
pub(super) struct Session {
    parser: Parser,
    settings: Settings,
    board: Option<Board>,
    /// Moves excluded from the search.
    blocked: Vec<Point>,
    mind: Mind,
    /// Lines that arrived while the engine was still pondering.
    waiting: Vec<(Vec<u8>, Instant)>,
    jobs: Sender<Job>,
    /// When the process started, until the first move is asked for.
    start: Option<Instant>,
}

/// What the engine is doing.
enum Mind {
    Rests(Box<Engine>),
    Thinks(RunningSearch),
    /// Ponders on the opponent's time, until the next line arrives.
    Ponders(Stop),
    /// Its table is written to a file or read from one, which may take as long as it likes.
    CopiesTable,
    /// The search thread has ended.
    Lost,
}

/// A running search.
struct RunningSearch {
    stop: Stop,
    /// When the command that started it was read.
    since: Instant,
    /// When it is to be stopped.
    deadline: Option<Instant>,
    lines: usize,
    /// Whether the stones found are placed on the board.
    plays: bool,
}

impl Session {
    pub(super) fn new(engine: Box<Engine>, settings: Settings, jobs: Sender<Job>, start: Instant) -> Session {
        Session {
            parser: Parser::default(),
            settings,
            board: None,
            blocked: Vec::new(),
            mind: Mind::Rests(engine),
            waiting: Vec::new(),
            jobs,
            start: Some(start),
        }
    }

    /// Handles one line that was read at the given time. On `Break` the session is over and nothing more may be sent.
    pub(super) fn line(&mut self, line: &[u8], read: Instant, replies: &mut Vec<Reply>) -> ControlFlow<()> {
        if let Mind::Ponders(_) | Mind::CopiesTable = &self.mind {
            self.stop();
            if line.trim_ascii().eq_ignore_ascii_case(b"END") {
                return ControlFlow::Break(());
            }
            self.waiting.push((line.to_vec(), read));
            return ControlFlow::Continue(());
        }
        for command in self.parser.line(line) {
            match command {
                Ok(Command::End) => return ControlFlow::Break(()),
                Ok(command) => match self.obey(command, read) {
                    Ok(answers) => replies.extend(answers),
                    Err(error) => replies.push(Reply::Error(format!("{error:#}"))),
                },
                // An error would be mistaken for the answer to the command.
                Err(error @ CommandError::Info { .. }) => replies.push(Reply::Message(error.to_string())),
                Err(error) => replies.push(Reply::Error(error.to_string())),
            }
        }
        ControlFlow::Continue(())
    }

    /// When the running search must be stopped.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match &self.mind {
            Mind::Thinks(thinking) if !thinking.stop.is_raised() => thinking.deadline,
            _ => None,
        }
    }

    pub(super) fn is_thinking(&self) -> bool {
        matches!(self.mind, Mind::Thinks(_))
    }

    /// Stops the running search; its answer is still to come.
    pub(super) fn stop(&self) {
        match &self.mind {
            Mind::Thinks(thinking) => thinking.stop.raise(),
            Mind::Ponders(stop) => stop.raise(),
            Mind::Rests(_) | Mind::CopiesTable | Mind::Lost => {}
        }
    }

    /// Whether the table is being written or read.
    pub(super) fn copies_table(&self) -> bool {
        matches!(self.mind, Mind::CopiesTable)
    }

    /// The lines that can be handled now that the engine is back.
    pub(super) fn take_waiting(&mut self) -> Vec<(Vec<u8>, Instant)> {
        match self.mind {
            Mind::Ponders(_) | Mind::CopiesTable => Vec::new(),
            _ => mem::take(&mut self.waiting),
        }
    }

    /// The replies to an event of the running search.
    pub(super) fn search_event(&self, event: &SearchEvent) -> Vec<Reply> {
        match event {
            SearchEvent::Report(report) => self.report(report),
            SearchEvent::MoveStarted(point) => self.root_move(Realtime::Searching, *point),
            SearchEvent::MoveSearched(point) => self.root_move(Realtime::Done, *point),
            SearchEvent::MoveLost(point) => self.root_move(Realtime::Lost, *point),
            SearchEvent::Progress(_) => Vec::new(),
        }
    }

    fn root_move(&self, realtime: fn(Coordinates) -> Realtime, point: Point) -> Vec<Reply> {
        match (&self.board, &self.mind) {
            (Some(board), Mind::Thinks(_)) if self.settings.shows_board() => {
                vec![Reply::Realtime(realtime(Coordinates::of(point, board.size())))]
            }
            _ => Vec::new(),
        }
    }

    fn report(&self, report: &Report) -> Vec<Reply> {
        let (Some(board), Mind::Thinks(thinking)) = (&self.board, &self.mind) else { return Vec::new() };
        let at = |&point: &Point| Coordinates::of(point, board.size());
        let mut replies = Vec::new();
        if self.settings.shows_board()
            && report.rank == 0
            && let Some(best) = report.pv.first()
        {
            replies.extend([Realtime::Refresh, Realtime::Best(at(best))].map(Reply::Realtime));
        }
        if self.settings.shows_lines() {
            let time = report.time.as_millis();
            let facts = [
                Detail::Line(report.rank),
                Detail::Lines(thinking.lines),
                Detail::Depth(report.depth),
                Detail::SelectiveDepth(report.selective_depth),
                Detail::LineNodes(report.nodes),
                Detail::Nodes(report.nodes),
                Detail::Time(time),
                Detail::Speed(u128::from(report.nodes) * 1000 / time.max(1)),
                Detail::Score(report.score),
                Detail::WinRate((report.score.chance() * 10_000.0).round() as u16),
                Detail::Moves(report.pv.iter().map(at).collect()),
                Detail::Done,
            ];
            replies.extend(facts.map(Reply::Detail));
        }
        if report.is_proved
            && let Some(plies) = report.score.plies_to_win()
        {
            replies.push(Reply::Message(format!(
                "proved: a win by threats; its line has {}",
                WinLength { plies }
            )));
        }
        replies
    }

    /// Takes back the engine from a search, with its answer.
    pub(super) fn answer(&mut self, engine: Box<Engine>, answer: SearchOutcome) -> Option<Reply> {
        let Mind::Thinks(thinking) = mem::replace(&mut self.mind, Mind::Rests(engine)) else {
            return answer.message().map(Reply::Message);
        };
        self.settings.times.spend(thinking.since.elapsed());
        let reply = self.reply(&thinking, answer);
        if self.settings.ponders && thinking.plays {
            self.ponder();
        }
        reply
    }

    fn reply(&mut self, thinking: &RunningSearch, answer: SearchOutcome) -> Option<Reply> {
        let board = self.board.as_mut()?;
        let points = match answer {
            SearchOutcome::Stones(points) => points,
            SearchOutcome::Swap => return Some(Reply::Swap),
            SearchOutcome::Message(text) => return Some(Reply::Message(text)),
        };
        if thinking.plays {
            points.iter().for_each(|&point| board.place(point));
        }
        let at: Vec<_> = points.iter().map(|&point| Coordinates::of(point, board.size())).collect();
        Some(match at.as_slice() {
            [] => Reply::Error("no point is empty".to_owned()),
            [at] => Reply::Move(*at),
            _ => Reply::Moves(at),
        })
    }

    fn obey(&mut self, command: Command, read: Instant) -> anyhow::Result<Vec<Reply>> {
        if command.needs_rest() && self.is_thinking() {
            let text = command.to_string();
            let got = text.lines().next().unwrap_or_default();
            bail!("expected ABOUT, END, INFO or YXSTOP while I am thinking, got `{got}`");
        }
        match command {
            Command::Start(size) | Command::RectStart(size) => {
                self.new_game(Board::new(size));
                Ok(vec![Reply::Ok])
            }
            Command::Restart => {
                self.new_game(Board::new(self.board()?.size()));
                Ok(vec![Reply::Ok])
            }
            Command::Begin => {
                ensure!(self.board()?.is_empty(), "expected an empty board for BEGIN, got one with stones");
                self.search(1, read)
            }
            Command::Turn(at) => {
                let point = self.open_point(at)?;
                self.board_mut()?.place(point);
                self.search(1, read)
            }
            Command::Play(at) => {
                let point = self.open_point(at)?;
                self.board_mut()?.place(point);
                Ok(vec![Reply::Move(at)])
            }
            Command::TakeBack(at) => {
                self.board_mut()?.remove(at)?;
                Ok(vec![Reply::Ok])
            }
            Command::Board(stones) => {
                self.rule()?;
                self.set_board(&stones)?;
                self.search(1, read)
            }
            Command::Swap2Board(stones) => self.swap2(&stones, read),
            Command::Info(info) => {
                self.set(&info);
                Ok(Vec::new())
            }
            Command::About => Ok(vec![Reply::About(ABOUT)]),
            Command::Stop => {
                self.stop();
                Ok(Vec::new())
            }
            Command::End => Ok(Vec::new()),
            Command::Unknown(line) => Ok(vec![Reply::Unknown(line)]),
            Command::Yixin(yixin) => self.obey_yixin(yixin, read),
        }
    }

    fn obey_yixin(&mut self, yixin: Yixin, read: Instant) -> anyhow::Result<Vec<Reply>> {
        match yixin {
            Yixin::Board(stones) => {
                self.set_board(&stones)?;
                Ok(Vec::new())
            }
            Yixin::ShowInfo => {
                let (threads, memory) = self.settings.most();
                let messages = [format!("MAX_THREAD_NUM {threads}"), format!("MAX_HASH_SIZE {memory}")];
                Ok(messages.map(|text| Reply::Message(format!("INFO {text}"))).to_vec())
            }
            Yixin::ShowForbidden => Ok(vec![Reply::Forbidden(self.forbidden()?)]),
            Yixin::Best(lines) => self.search(lines, read),
            Yixin::BalanceOne(bias) => self.balance(1, Score(bias), read),
            Yixin::BalanceTwo(bias) => self.balance(2, Score(bias), read),
            Yixin::SearchDefend => {
                let lines = self.open_position()?.empty_count();
                self.search(lines, read)
            }
            Yixin::Block(at) => {
                let points = self.points(&at)?;
                self.blocked.extend(points);
                self.blocked.sort_unstable();
                self.blocked.dedup();
                Ok(Vec::new())
            }
            Yixin::Unblock(at) => {
                let points = self.points(&at)?;
                self.blocked.retain(|point| !points.contains(point));
                Ok(Vec::new())
            }
            Yixin::BlockReset => {
                self.blocked.clear();
                Ok(Vec::new())
            }
            Yixin::HashClear => {
                self.engine()?.clear();
                Ok(vec![Reply::Message("the table is empty".to_owned())])
            }
            Yixin::HashUse => {
                let thousandths = self.engine()?.table_use();
                let percent = format!("{}.{}", thousandths / 10, thousandths % 10);
                Ok(vec![Reply::Message(format!("{percent} % of the table is in use"))])
            }
            Yixin::HashDump(path) => {
                // Other options might drop the table first.
                let options = self.engine()?.options().clone();
                self.copy_table(Task::WriteTable(path), options)
            }
            Yixin::HashLoad(path) => self.copy_table(Task::ReadTable(path), self.settings.options()),
            Yixin::Database(_) => Ok(Vec::new()),
            Yixin::Other(keyword) => Ok(vec![Reply::Message(format!("{keyword} is not supported"))]),
        }
    }

    /// Applies a setting, even during a search.
    fn set(&mut self, info: &Info) {
        self.settings.apply(info);
        let Info::TimeoutTurn(time) = *info else { return };
        if let Mind::Thinks(thinking) = &mut self.mind {
            let limit = self.settings.times.clock(Duration::ZERO).allowed();
            thinking.deadline = limit.and_then(|limit| thinking.since.checked_add(limit));
            if time == 0 {
                thinking.stop.raise();
            }
        }
    }

    fn new_game(&mut self, board: Board) {
        self.board = Some(board);
        self.blocked.clear();
        self.settings.times.restart();
        if let Mind::Rests(engine) = &mut self.mind {
            engine.clear();
        }
    }

    fn set_board(&mut self, stones: &[Placed]) -> anyhow::Result<()> {
        self.board = Some(Board::read(self.board()?.size(), stones)?);
        Ok(())
    }

    fn board(&self) -> anyhow::Result<&Board> {
        self.board.as_ref().context("expected `START n` first")
    }

    fn board_mut(&mut self) -> anyhow::Result<&mut Board> {
        self.board.as_mut().context("expected `START n` first")
    }

    fn engine(&mut self) -> anyhow::Result<&mut Engine> {
        match &mut self.mind {
            Mind::Rests(engine) => Ok(engine),
            Mind::Thinks(_) | Mind::Ponders(_) | Mind::CopiesTable | Mind::Lost => {
                bail!("the engine is busy")
            }
        }
    }

    fn rule(&self) -> anyhow::Result<Rule> {
        self.settings.rule(self.parser.is_yixin())
    }

    fn points(&self, at: &[Coordinates]) -> anyhow::Result<Vec<Point>> {
        at.iter().map(|&at| self.board()?.point(at)).collect()
    }

    /// The position, if a move can be made in it.
    fn open_position(&self) -> anyhow::Result<Position> {
        let position = self.board()?.position(self.rule()?);
        ensure!(position.winner().is_none(), "no move is possible: a winning row is on the board");
        ensure!(position.empty_count() > 0, "no move is possible: the board is full");
        Ok(position)
    }

    /// A point on which a stone can be placed now.
    fn open_point(&self, at: Coordinates) -> anyhow::Result<Point> {
        self.open_position()?;
        self.board()?.free(at)
    }

    fn forbidden(&self) -> anyhow::Result<Vec<Coordinates>> {
        let position = self.board()?.position(self.rule()?);
        if position.side() == Stone::White || position.winner().is_some() {
            return Ok(Vec::new());
        }
        Ok(position.forbidden_points().map(|(point, _)| Coordinates::of(point, position.size())).collect())
    }

    fn search(&mut self, lines: usize, read: Instant) -> anyhow::Result<Vec<Reply>> {
        let position = self.open_position()?;
        let lines = lines.min(position.empty_count());
        self.think(Task::Search { position, lines, blocked: self.blocked.clone() }, read)
    }

    fn balance(&mut self, count: usize, bias: Score, read: Instant) -> anyhow::Result<Vec<Reply>> {
        let position = self.open_position()?;
        ensure!(position.empty_count() >= count, "expected room for {count} stones, got a full board");
        self.think(Task::Balance { position, count, bias: bias.clamp(-Score::WIN, Score::WIN) }, read)
    }

    fn swap2(&mut self, stones: &[Coordinates], read: Instant) -> anyhow::Result<Vec<Reply>> {
        let mut board = Board::new(self.board()?.size());
        let mut points = Vec::new();
        for &at in stones {
            let point = board.free(at)?;
            board.place(point);
            points.push(point);
        }
        let game = swap2::game(self.rule()?, board.size(), &points)?;
        self.think(Task::Swap2(game), read)
    }

    /// Searches the position with the opponent to move. What is found stays in the transposition table.
    fn ponder(&mut self) {
        let Ok(position) = self.open_position() else { return };
        let Ok(engine) = self.take_engine() else { return };
        let stop = Stop::default();
        let job = Job {
            engine,
            options: self.settings.options(),
            task: Task::Search { position, lines: 1, blocked: Vec::new() },
            limits: Limits::default(),
            stop: stop.clone(),
            wants_reports: false,
        };
        if self.jobs.send(job).is_ok() {
            self.mind = Mind::Ponders(stop);
        }
    }

    /// Has the table written or read by the search thread, so that this one can obey `END` meanwhile.
    fn copy_table(&mut self, task: Task, options: Options) -> anyhow::Result<Vec<Reply>> {
        let engine = self.take_engine()?;
        let (limits, stop) = (Limits::default(), Stop::default());
        let job = Job { engine, options, task, limits, stop, wants_reports: false };
        self.jobs.send(job).ok().context("the engine is gone")?;
        self.mind = Mind::CopiesTable;
        Ok(Vec::new())
    }

    fn take_engine(&mut self) -> anyhow::Result<Box<Engine>> {
        match mem::replace(&mut self.mind, Mind::Lost) {
            Mind::Rests(engine) => Ok(engine),
            mind => {
                self.mind = mind;
                bail!("the engine is busy");
            }
        }
    }

    /// Starts a search; its clock runs since `read`.
    fn think(&mut self, task: Task, read: Instant) -> anyhow::Result<Vec<Reply>> {
        let engine = self.take_engine()?;
        let start_up = self.start.take().map_or(Duration::ZERO, |start| read.duration_since(start));
        let used = start_up.min(MAX_START_UP) + read.elapsed();
        let mut limits = self.settings.limits();
        limits.clock = self.settings.times.clock(used);
        let thinking = RunningSearch {
            stop: Stop::default(),
            since: read,
            deadline: limits.clock.allowed().and_then(|limit| Instant::now().checked_add(limit)),
            lines: if let Task::Search { lines, .. } = task { lines } else { 1 },
            plays: !matches!(task, Task::Swap2(_)),
        };
        let job = Job {
            engine,
            options: self.settings.options(),
            task,
            limits,
            stop: thinking.stop.clone(),
            wants_reports: self.settings.shows_board() || self.settings.shows_lines(),
        };
        self.jobs.send(job).ok().context("the engine is gone")?;
        self.mind = Mind::Thinks(thinking);
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests;
