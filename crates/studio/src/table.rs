//! A table: one game or study, run by one thread that reads a mailbox. Pages, agents and the coach write to it.

mod note;
mod paper;
mod play;
mod seats;
mod turns;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use goren_arena::Answer;
use goren_core::{PlayedMove, Seat, Step, Stone, Stop};
use goren_record::{Record, RecordResult};
use serde_json::json;

use crate::judge::word;
use crate::moment::{date, now_ms};
use crate::opponent::{Opponent, Roster};
use crate::outbox::Snapshot;
use crate::review::Line;
use crate::store::{Head, Saved, Store};
use crate::wire::{Ask, CoachWord, NewGame, PointName, TableId, TableView};
pub(crate) use note::{Caller, Note, Summary};
pub(crate) use paper::Paper;
use play::{Play, SEATS, index};

/// How many notes may wait; a page that sends more is told to wait.
pub(crate) const MAILBOX: usize = 256;
/// A table that nobody watches is put away after this time.
const IDLE: Duration = Duration::from_secs(300);

/// What a table needs of the house.
#[derive(Clone)]
pub(crate) struct House {
    /// Where games are kept.
    pub(crate) store: Arc<Store>,
    /// Who can be asked to play.
    pub(crate) roster: Roster,
}

/// A game or study.
pub(crate) struct Table {
    id: TableId,
    created: u64,
    seq: u64,
    at: usize,
    /// Whether the cursor was moved since the table was stored.
    is_cursor_moved: bool,
    paper: Paper,
    play: Option<Play>,
    house: House,
    watchers: Vec<Caller>,
    opponents: [Option<Opponent>; 2],
    /// The number of the last question to an agent; other answers are out of date.
    ticket: u64,
    /// An answer that waits for its time, when programs play slowly.
    pending: Option<(Instant, Answer)>,
    /// When the next game of a series begins.
    next_game: Option<Instant>,
    coach_stop: Stop,
    mailbox: SyncSender<Note>,
}

impl Table {
    /// A new game. It is on disk when this returns.
    pub(crate) fn game(
        id: TableId,
        setting: NewGame,
        house: House,
        mailbox: SyncSender<Note>,
    ) -> Result<Table, String> {
        house.roster.check(&setting.first)?;
        house.roster.check(&setting.second)?;
        let play = Play::new(setting)?;
        let paper = Paper::new(blank(&play));
        let mut table = Table::with(id, now_ms(), paper, Some(play), house, mailbox);
        table.keep(None)?;
        Ok(table)
    }

    /// A new study. It is on disk when this returns.
    pub(crate) fn study(
        id: TableId,
        record: Record,
        house: House,
        mailbox: SyncSender<Note>,
    ) -> Result<Table, String> {
        let mut table = Table::with(id, now_ms(), Paper::new(record), None, house, mailbox);
        table.at = table.paper.end();
        table.keep(None)?;
        Ok(table)
    }

    /// A stored game or study.
    pub(crate) fn load(
        id: TableId,
        saved: &Saved,
        house: House,
        mailbox: SyncSender<Note>,
    ) -> Result<Table, String> {
        let paper = Paper::new(Paper::read(saved.record.as_bytes())?);
        let play = saved.game.as_ref().map(Play::load).transpose()?;
        let mut table = Table::with(id, saved.created, paper, play, house, mailbox);
        table.at = if table.paper.check(saved.at).is_ok() { saved.at } else { 0 };
        Ok(table)
    }

    fn with(
        id: TableId,
        created: u64,
        paper: Paper,
        play: Option<Play>,
        house: House,
        mailbox: SyncSender<Note>,
    ) -> Table {
        Table {
            id,
            created,
            seq: 1,
            at: 0,
            is_cursor_moved: false,
            paper,
            play,
            house,
            watchers: Vec::new(),
            opponents: [None, None],
            ticket: 0,
            pending: None,
            next_game: None,
            coach_stop: Stop::default(),
            mailbox,
        }
    }

    /// Reads the mailbox until the table is closed, or long unused and `may_end` agrees.
    pub(crate) fn run(mut self, notes: &Receiver<Note>, may_end: &dyn Fn(&Receiver<Note>) -> Option<Note>) {
        self.drive();
        loop {
            let wait = self.wakes_at().map_or(IDLE, |at| at.saturating_duration_since(Instant::now()));
            match notes.recv_timeout(wait) {
                Ok(Note::Close) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(note) => self.take(note),
                Err(RecvTimeoutError::Timeout) if self.wakes_at().is_some() => self.wake(),
                Err(RecvTimeoutError::Timeout) if self.watchers.is_empty() && !self.is_thinking() => {
                    self.keep_cursor();
                    match may_end(notes) {
                        Some(note) => self.take(note),
                        None => return,
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        self.keep_cursor();
        for watcher in &self.watchers {
            watcher.outbox.refuse(None, format!("table `{}` is closed", self.id));
        }
    }

    fn take(&mut self, note: Note) {
        match note {
            Note::Ask { caller, id, ask } => {
                let outbox = Arc::clone(&caller.outbox);
                match self.answer(caller, ask) {
                    Ok(result) => outbox.done(id, result),
                    Err(error) => outbox.refuse(id, error),
                }
                // What the answer speaks of is shown after it.
                self.drive();
                self.flush();
            }
            Note::Position { node, reply } => {
                let _ = reply.send(self.paper.position(node.unwrap_or_else(|| self.standing())));
            }
            Note::Line { node, reply } => {
                let _ = reply.send(self.line(node.unwrap_or_else(|| self.standing())));
            }
            Note::Setting(reply) => {
                let setting = self.play.as_ref().map(|play| play.setting.clone());
                let _ = reply.send(setting.ok_or_else(|| "a study has no players".to_owned()));
            }
            Note::Summary(reply) => {
                let _ = reply.send(self.summary());
            }
            Note::Gone(connection) => self.watchers.retain(|watcher| watcher.connection != connection),
            Note::Chosen { ticket, answer } => self.chosen(ticket, answer),
            Note::Judged { node, drop } => {
                if let Some(play) = &mut self.play
                    && play.setting.coach
                    && play.done.iter().any(|done| done.node == Some(node))
                {
                    play.coach = Some(CoachWord { node, drop, word: word(drop) });
                    self.changed();
                    self.flush();
                }
            }
            Note::Close => {}
        }
    }

    fn summary(&self) -> Summary {
        let (record, play) = (self.paper.record(), self.play.as_ref());
        let is_free = |play: &Play, seat| play.is_person(seat) && play.holders[index(seat)].is_none();
        Summary {
            table: self.id.clone(),
            kind: if play.is_some() { "game" } else { "study" },
            black: record.black.clone(),
            white: record.white.clone(),
            ongoing: play.is_some_and(|play| play.game.result().is_none()),
            free: play.map_or_else(Vec::new, |play| {
                SEATS.into_iter().filter(|&seat| is_free(play, seat)).map(Into::into).collect()
            }),
        }
    }

    /// Where the game stands, or the main line ends.
    fn standing(&self) -> usize {
        self.play.as_ref().map_or_else(|| self.paper.end(), |play| play.node)
    }

    fn line(&self, end: usize) -> Result<Line, String> {
        self.paper.check(end)?;
        let tree = &self.paper.record().tree;
        let path = tree.path(end);
        // A line begins after the last set-up on the way.
        let first = path.iter().rposition(|&id| tree.node(id).played.is_none()).unwrap_or(0);
        let start = self.paper.position(path[first])?;
        let moves = path[first + 1..].iter().filter_map(|&id| Some((id, tree.node(id).played?)));
        Ok(Line { start, moves: moves.collect() })
    }

    fn answer(&mut self, caller: Caller, ask: Ask) -> Result<serde_json::Value, String> {
        let at_node = |node: usize| json!({ "node": node });
        let nothing = json!({});
        match ask {
            Ask::Join { .. } => {
                self.watchers.retain(|watcher| watcher.connection != caller.connection);
                self.watchers.push(caller);
                return Ok(json!({ "table": self.id }));
            }
            Ask::Leave { .. } => {
                self.watchers.retain(|watcher| watcher.connection != caller.connection);
                return Ok(nothing);
            }
            Ask::Act { step, ply, seat, .. } => self.act(&caller, &step, ply, seat.map(Into::into))?,
            Ask::Undo { .. } => self.undo(&caller)?,
            Ask::Redo { .. } => {
                let play = self.play.as_mut().ok_or(NO_GAME)?;
                if !play.redo() {
                    return Err("there is nothing to do again".to_owned());
                }
                self.interrupt();
                self.at = self.standing();
                self.keep(None)?;
            }
            Ask::Pause { on, .. } => {
                let play = self.play.as_mut().ok_or(NO_GAME)?;
                play.pause(on);
                if play.game.result().is_none() {
                    play.fault = None;
                }
                if on {
                    self.interrupt();
                }
                self.changed();
            }
            Ask::Speed { ms, .. } => {
                self.play.as_mut().ok_or(NO_GAME)?.setting.speed = ms.min(60_000);
                self.changed();
            }
            Ask::Coach { on, .. } => {
                let play = self.play.as_mut().ok_or(NO_GAME)?;
                play.setting.coach = on;
                play.coach = None;
                self.keep(None)?;
            }
            Ask::Sit { seat, name, .. } => self.sit(&caller, seat.into(), &name)?,
            Ask::Stand { .. } => {
                let play = self.play.as_mut().ok_or(NO_GAME)?;
                for holder in &mut play.holders {
                    holder.take_if(|session| *session == caller.session);
                }
                self.changed();
            }
            Ask::Play { node, point, stone, .. } => {
                let node = self.paper.play(node, point.0, stone.map(Into::into))?;
                self.at = node;
                self.keep(None)?;
                return Ok(at_node(node));
            }
            Ask::Goto { node, .. } => {
                // Where people look is not worth a write to the disk each time; it is kept with the next change.
                self.paper.check(node)?;
                self.at = node;
                self.is_cursor_moved = true;
                self.changed();
            }
            Ask::Comment { node, text, .. } => {
                self.paper.comment(node, text)?;
                self.keep(None)?;
            }
            Ask::Marks { node, marks, .. } => {
                self.paper.mark(node, &marks)?;
                self.keep(None)?;
            }
            Ask::Prune { node, .. } => {
                let tree = &self.paper.record().tree;
                let is_played = self.paper.check(node).is_ok()
                    && self.play.is_some()
                    && tree.path(self.standing()).contains(&node);
                if is_played {
                    return Err("the game's own moves stay".to_owned());
                }
                let parent = self.paper.prune(node)?;
                self.at = parent;
                self.follow_game()?;
                self.keep(None)?;
                return Ok(at_node(parent));
            }
            Ask::Promote { node, .. } => {
                if self.play.is_some() {
                    return Err("the game's own moves are the main line".to_owned());
                }
                let numbers = self.paper.promote(node)?;
                let moved = |old: usize| numbers.as_ref().map_or(old, |numbers| numbers[old]);
                self.at = moved(self.at);
                self.keep(None)?;
                return Ok(at_node(moved(node)));
            }
            Ask::Setup { position, .. } => {
                if self.play.is_some() {
                    return Err("stones are set up in studies, not in games".to_owned());
                }
                self.paper.replace(Paper::read(position.to_string().as_bytes())?);
                self.at = self.paper.end();
                self.keep(None)?;
            }
            Ask::Rename { black, white, event, .. } => {
                let is_game = self.play.is_some();
                let short = |text: String| text.chars().take(80).collect::<String>();
                let names = self.paper.names();
                for (name, new) in [(names.0, black), (names.1, white)] {
                    if let Some(new) = new.filter(|_| !is_game) {
                        *name = short(new);
                    }
                }
                if let Some(new) = event {
                    *names.2 = short(new);
                }
                self.keep(None)?;
            }
            _ => return Err("this is not asked of a table".to_owned()),
        }
        Ok(nothing)
    }

    /// After nodes got new numbers: finds the game's nodes again.
    fn follow_game(&mut self) -> Result<(), String> {
        let Some(play) = &mut self.play else { return Ok(()) };
        let mut line = self.paper.record().tree.main_line().skip(1);
        for done in play.done.iter_mut().filter(|done| done.node.is_some()) {
            done.node = Some(line.next().ok_or("the game's moves are not in the tree")?);
        }
        play.node = play.done.iter().rev().find_map(|done| done.node).unwrap_or(0);
        // What was taken back may have been pruned.
        play.undone.clear();
        Ok(())
    }

    /// Does a step: the referee first, then the disk, then the pages.
    fn step(&mut self, step: Step, seat: Seat, ms: u64, black: Option<f64>) -> Result<(), String> {
        let play = self.play.as_mut().ok_or(NO_GAME)?;
        let stone = play.step(step, seat, ms, black)?;
        if let Err(error) = self.write_down(stone, ms).and_then(|()| self.finish()) {
            self.play.as_mut().expect("a game").unstep();
            return Err(error);
        }
        let play = self.play.as_mut().expect("a game");
        play.undone.clear();
        play.start_turn();
        play.is_thinking = false;
        Ok(())
    }

    fn write_down(&mut self, stone: Option<PlayedMove>, ms: u64) -> Result<(), String> {
        let play = self.play.as_mut().ok_or(NO_GAME)?;
        if let Some(played) = stone {
            let was_watched = self.at == play.node;
            let node = self.paper.add(play.node, played, Some(ms))?;
            play.node = node;
            play.done.last_mut().expect("a step was done").node = Some(node);
            if was_watched {
                self.at = node;
            }
            // The game that is played is the main line.
            if let Some(numbers) = self.paper.promote(node)? {
                self.at = numbers[self.at];
                self.follow_game()?;
            }
        }
        Ok(())
    }

    /// Stores the game, and a finished game of a series on its own as well.
    fn finish(&mut self) -> Result<(), String> {
        let play = self.play.as_mut().ok_or(NO_GAME)?;
        let Some(result) = play.game.result() else { return self.keep(None) };
        self.paper.set_result(Some(result.winner.map_or(RecordResult::Draw, RecordResult::Win)));
        let Some(mut series) = play.series.clone() else { return self.keep(None) };
        let id = crate::lobby::fresh_id();
        let log = play.log(id.clone());
        // The seats are exchanged after each game.
        let first = if series.log.len() % 2 == 0 { Seat::First } else { Seat::Second };
        match result.winner.map(|stone| play.game.seat(stone)) {
            Some(winner) if winner == first => series.wins += 1,
            Some(_) => series.losses += 1,
            None => series.draws += 1,
        }
        series.log.push(log);
        play.series = Some(series);
        self.keep(Some(id))
    }

    /// Something pages show has changed.
    fn changed(&mut self) {
        self.seq += 1;
    }

    /// Stores everything; pages see it only afterwards. With a name, the game is stored under that name too.
    fn keep(&mut self, copy: Option<TableId>) -> Result<(), String> {
        if let Some(play) = &self.play {
            let (black, white) = (play.name_of(Stone::Black), play.name_of(Stone::White));
            let names = self.paper.names();
            (*names.0, *names.1) = (black, white);
        }
        let saved = Saved {
            record: self.paper.json(),
            at: self.at,
            created: self.created,
            game: self.play.as_ref().map(Play::save),
        };
        let head = self.head();
        let mut games = vec![(head, saved)];
        if let Some(id) = copy {
            let (head, mut saved) = games[0].clone();
            if let Some(game) = &mut saved.game {
                game.series = None;
                game.setting.games = 1;
            }
            games.push((Head { id, series: None, ..head }, saved));
        }
        self.house
            .store
            .save(games.iter().map(|(head, saved)| (head, saved)))
            .map_err(|error| error.to_string())?;
        self.is_cursor_moved = false;
        self.changed();
        Ok(())
    }

    fn keep_cursor(&mut self) {
        if self.is_cursor_moved {
            // A cursor that cannot be kept is no loss.
            let _ = self.keep(None);
        }
    }

    fn head(&self) -> Head {
        let record = self.paper.record();
        let play = self.play.as_ref();
        Head {
            id: self.id.clone(),
            kind: if play.is_some() { "game" } else { "study" }.to_owned(),
            rule: record.rule.name().to_owned(),
            size: record.size.side(),
            opening: record.opening.name().to_owned(),
            black: record.black.clone(),
            white: record.white.clone(),
            event: record.event.clone(),
            moves: record.moves().count(),
            result: match play {
                Some(play) => play.result_text(),
                None => record.result.map(|result| result.to_string()),
            },
            ongoing: play.is_some_and(|play| play.game.result().is_none()),
            created: self.created,
            changed: now_ms(),
            series: play.and_then(|play| play.series.as_ref()).map(|series| {
                let half = |draws: u32| if draws % 2 == 1 { "½" } else { "" };
                let side = |wins| format!("{}{}", wins + series.draws / 2, half(series.draws));
                format!("{}–{}", side(series.wins), side(series.losses))
            }),
        }
    }

    /// Sends the newest state to everyone who watches.
    fn flush(&mut self) {
        if self.watchers.is_empty() {
            return;
        }
        let nodes = self.paper.views(self.seq);
        let record = self.paper.record();
        let view = TableView {
            table: self.id.clone(),
            seq: self.seq,
            epoch: self.paper.epoch(),
            kind: if self.play.is_some() { "game" } else { "study" },
            rule: record.rule.name(),
            size: record.size.side(),
            traps: PointName::all(record.traps.iter().copied()),
            black: record.black.clone(),
            white: record.white.clone(),
            event: record.event.clone(),
            at: self.at,
            nodes_total: nodes.len(),
            game: self.play.as_ref().map(Play::view),
            result: record.result.map(|result| result.to_string()),
        };
        let snapshot = Arc::new(Snapshot { view, nodes });
        for watcher in &self.watchers {
            watcher.outbox.show(&snapshot);
        }
    }
}

const NO_GAME: &str = "this table is a study: there is no game";

/// The paper of a game that begins.
fn blank(play: &Play) -> Record {
    let position = play.game.position();
    Record {
        opening: play.game.opening(),
        black: play.name_of(Stone::Black),
        white: play.name_of(Stone::White),
        date: date(now_ms()),
        ..Record::of(position)
    }
}
