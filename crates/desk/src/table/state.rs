//! What a table holds and stores: the tree, the game if there is one, and the cursor. A change is made to a copy.

use std::sync::Arc;
use std::time::Duration;

use goren_core::{PlayedMove, Referee, Rule, Ruling, Seat, Step, Stone};
use goren_record::{Record, RecordResult, date};
use goren_review::{Line, Report, Study};

use super::game::{StepNote, TableGame};
use super::tree::{Branch, TrackedTree};
use crate::refusal::Refusal;
use crate::store::{Head, Saved, is_blank};
use crate::wire::{Kind, ReviewView, SeriesView, TableId, now_ms};

/// What a table holds.
#[derive(Clone)]
pub(crate) struct State {
    /// Where a page stands that opens this table.
    pub(crate) at: usize,
    pub(crate) tree: TrackedTree,
    pub(crate) game: Option<TableGame>,
    /// What a review has found.
    pub(crate) review: Option<Arc<Study>>,
    /// What was removed from the tree, newest last; not stored.
    pub(crate) removed: Vec<Removed>,
}

/// What was removed from a tree, or replaced.
#[derive(Clone)]
pub(crate) enum Removed {
    Branch(Arc<Branch>),
    Tree(Arc<Record>),
}

/// How many removals can be taken back.
const MOST_REMOVED: usize = 20;

impl State {
    /// A game that begins.
    pub(crate) fn of_game(game: TableGame) -> State {
        State {
            at: 0,
            tree: TrackedTree::new(blank(&game)),
            game: Some(game),
            review: None,
            removed: Vec::new(),
        }
    }

    /// A study of a record, at the end of its main line.
    pub(crate) fn of_study(record: Record) -> State {
        let tree = TrackedTree::new(record);
        State { at: tree.end(), tree, game: None, review: None, removed: Vec::new() }
    }

    /// What was stored.
    pub(crate) fn load(saved: &Saved) -> Result<State, Refusal> {
        let tree = TrackedTree::new(TrackedTree::read(&saved.record)?);
        let game = saved.game.as_ref().map(TableGame::load).transpose()?;
        let at = if tree.check(saved.at).is_ok() { saved.at } else { 0 };
        let review = saved.study.clone().map(Arc::new);
        Ok(State { at, tree, game, review, removed: Vec::new() })
    }

    /// Whether it is a study that holds nothing yet, which is not stored.
    pub(crate) fn is_blank(&self) -> bool {
        self.game.is_none() && is_blank(self.tree.record())
    }

    pub(crate) fn kind(&self) -> Kind {
        if self.game.is_some() { Kind::Game } else { Kind::Study }
    }

    /// The game; refused for a study.
    pub(crate) fn game(&self) -> Result<&TableGame, Refusal> {
        self.game.as_ref().ok_or(Refusal::NoGameHere)
    }

    /// See [`State::game`].
    pub(crate) fn game_mut(&mut self) -> Result<&mut TableGame, Refusal> {
        self.game.as_mut().ok_or(Refusal::NoGameHere)
    }

    /// Where the game stands, or the main line ends.
    pub(crate) fn standing(&self) -> usize {
        self.game.as_ref().map_or_else(|| self.tree.end(), TableGame::node)
    }

    /// Lets the clock of the game's turn run unless the game is paused.
    pub(crate) fn run_clock(&mut self, now: Duration) {
        if let Some(game) = &mut self.game {
            game.run_clock(now);
        }
    }

    /// Lets the referee judge something, and writes the step that comes of it into the tree, and the end of the game
    /// into the series.
    pub(crate) fn rule(
        &mut self,
        act: impl FnOnce(&mut Referee) -> Result<Ruling, goren_core::Refusal>,
        black: Option<f64>,
        now: Duration,
    ) -> Result<(), Refusal> {
        let game = self.game.as_mut().ok_or(Refusal::NoGameHere)?;
        let before = Before::of(game);
        let ruling = act(&mut game.referee)?;
        if game.referee.taken().len() > before.steps {
            game.notes.truncate(before.steps);
            game.notes.push(StepNote { node: None, black });
            self.write_down(before)?;
        }
        if let Ruling::Ended(result) = ruling {
            self.tree.set_result(Some(result.winner.map_or(RecordResult::Draw, RecordResult::Win)));
            self.count_in_series();
        }
        self.run_clock(now);
        Ok(())
    }

    /// Takes back to the last turn of a person, or one step among programs.
    pub(crate) fn undo(&mut self, now: Duration) -> Result<(), Refusal> {
        self.game_mut()?.undo()?;
        self.tree.set_result(None);
        self.at = self.standing();
        self.run_clock(now);
        Ok(())
    }

    /// Does again what was taken back.
    pub(crate) fn redo(&mut self, now: Duration) -> Result<(), Refusal> {
        let game = self.game.as_mut().ok_or(Refusal::NoGameHere)?;
        let before = Before::of(game);
        game.redo()?;
        self.at = before.node;
        self.write_down(before)?;
        self.run_clock(now);
        Ok(())
    }

    /// Enters the steps that were taken since into the tree, whose main line is the game that is played.
    fn write_down(&mut self, before: Before) -> Result<(), Refusal> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let mut node = before.node;
        let mut played = game.referee.game().position().history()[before.stones..].iter();
        for (taken, note) in game.referee.taken().iter().zip(&mut game.notes).skip(before.steps) {
            if matches!(taken.step, Step::Place(_) | Step::Pick(_))
                && let Some(&played) = played.next()
            {
                node = self.tree.add(node, played, Some(taken.time.as_millis() as u64))?;
                note.node = Some(node);
            }
        }
        if self.at == before.node {
            self.at = node;
        }
        if let Some(numbers) = self.tree.promote(node)? {
            self.at = numbers[self.at];
            self.follow_game();
        }
        Ok(())
    }

    /// After nodes got new numbers: finds the game's nodes again, which are the main line.
    fn follow_game(&mut self) {
        let Some(game) = &mut self.game else { return };
        let taken = game.referee.taken().len();
        let moves = game.notes[..taken].iter_mut().filter(|note| note.node.is_some());
        for (note, id) in moves.zip(self.tree.record().tree.main_line().skip(1)) {
            note.node = Some(id);
        }
    }

    /// Enters a game that is over into its series, if it belongs to one.
    fn count_in_series(&mut self) {
        let Some(game) = &mut self.game else { return };
        let Some(mut series) = game.series.take() else { return };
        // The seats are exchanged after each game.
        let first = if series.log.len() % 2 == 0 { Seat::First } else { Seat::Second };
        let winner = game.referee.result().and_then(|result| result.winner);
        match winner.map(|stone| game.referee.game().seat(stone)) {
            Some(winner) if winner == first => series.wins += 1,
            Some(_) => series.losses += 1,
            None => series.draws += 1,
        }
        series.log.push(game.log(crate::random::fresh_id()));
        game.series = Some(series);
    }

    /// The name of the game that the series has finished since an earlier state.
    pub(crate) fn newly_finished(&self, earlier: &State) -> Option<TableId> {
        let log = |state: &State| state.game.as_ref()?.series.as_ref().map(|series| series.log.clone());
        let (now, then) = (log(self)?, log(earlier).unwrap_or_default());
        now.get(then.len()).map(|game| game.game.clone())
    }

    /// Begins the next game of a series, the seats exchanged.
    pub(crate) fn begin_next(&mut self, now: Duration) -> Result<(), Refusal> {
        let old = self.game()?;
        let mut setting = old.setting.clone();
        std::mem::swap(&mut setting.first, &mut setting.second);
        let mut game = TableGame::new(setting)?;
        game.series.clone_from(&old.series);
        game.run_clock(now);
        self.tree.replace(blank(&game));
        (self.at, self.game, self.review) = (0, Some(game), None);
        self.removed.clear();
        Ok(())
    }

    /// Removes a node and all after it; says which node to go to.
    pub(crate) fn prune(&mut self, node: usize) -> Result<usize, Refusal> {
        self.tree.check(node)?;
        if self.game.is_some() && self.tree.record().tree.path(self.standing()).contains(&node) {
            return Err(Refusal::GameMovesStay);
        }
        let (at, branch) = self.tree.prune(node)?;
        self.at = at;
        self.remember(Removed::Branch(Arc::new(branch)));
        self.follow_game();
        Ok(self.at)
    }

    fn remember(&mut self, removed: Removed) {
        if self.removed.len() == MOST_REMOVED {
            self.removed.remove(0);
        }
        self.removed.push(removed);
    }

    /// Brings back what was removed last; the node to go to.
    pub(crate) fn restore(&mut self) -> Result<usize, Refusal> {
        match self.removed.pop().ok_or(Refusal::NothingToRestore)? {
            Removed::Branch(branch) => {
                self.at = self.tree.graft(&branch)?;
                self.follow_game();
            }
            Removed::Tree(record) => {
                self.tree.replace((*record).clone());
                self.at = self.tree.end();
            }
        }
        Ok(self.at)
    }

    /// Another rule for a study; the nodes whose move it forbids.
    pub(crate) fn set_rule(&mut self, rule: Rule) -> Result<Vec<usize>, Refusal> {
        if self.game.is_some() {
            return Err(Refusal::RuleOfGame);
        }
        // What was found by another rule is not true by this one.
        self.review = None;
        self.tree.set_rule(rule)
    }

    /// The stored review as the tree is numbered now: as much of it as is still there.
    pub(crate) fn review(&self, table: &TableId) -> Option<ReviewView> {
        let study = self.review.as_ref()?;
        let tree = &self.tree.record().tree;
        let walk = |start: usize| {
            let mut at = start;
            let mut moves = Vec::new();
            for played in &study.played {
                let played = PlayedMove { stone: played.stone, point: played.point };
                let is_next = |&id: &usize| tree.node(id).played == Some(played);
                let Some(next) = tree.node(at).children().iter().copied().find(is_next) else { break };
                at = next;
                moves.push((at, played));
            }
            (start, moves)
        };
        let starts = tree.iter().filter(|(_, node)| node.played.is_none()).map(|(id, _)| id);
        let longest = starts.map(walk).max_by_key(|(_, moves)| moves.len());
        let (start, moves) = longest.filter(|(_, moves)| !moves.is_empty())?;
        let line = Line { start: self.tree.position(start).ok()?, moves };
        let report = Report::of(&line, study);
        Some(ReviewView { id: None, table: table.clone(), running: false, report })
    }

    /// Makes the line through a node of a study the main line; the node's number then.
    pub(crate) fn promote(&mut self, node: usize) -> Result<usize, Refusal> {
        if self.game.is_some() {
            return Err(Refusal::GameIsMainLine);
        }
        let numbers = self.tree.promote(node)?;
        let moved = |old: usize| numbers.as_ref().map_or(old, |numbers| numbers[old]);
        self.at = moved(self.at);
        Ok(moved(node))
    }

    /// Replaces the tree of a study.
    pub(crate) fn set_up(&mut self, record: Record) -> Result<(), Refusal> {
        if self.game.is_some() {
            return Err(Refusal::SetupInGame);
        }
        self.remember(Removed::Tree(Arc::new(self.tree.record().clone())));
        self.tree.replace(record);
        self.at = self.tree.end();
        Ok(())
    }

    /// Writes the names of whoever holds the colours now into the record.
    pub(crate) fn name_players(&mut self) {
        if let Some(game) = &self.game {
            let names = self.tree.names();
            (*names.0, *names.1) = (game.name_of(Stone::Black), game.name_of(Stone::White));
        }
    }

    /// What the database keeps.
    pub(crate) fn saved(&self, created: u64) -> Saved {
        Saved {
            record: self.tree.json(),
            at: self.at,
            created,
            game: self.game.as_ref().map(TableGame::save),
            study: self.review.as_deref().cloned(),
        }
    }

    /// What the list of games shows.
    pub(crate) fn head(&self, id: &str, created: u64) -> Head {
        let head = Head::of(id.to_owned(), self.tree.record(), created);
        let Some(game) = &self.game else { return head };
        Head {
            kind: Kind::Game,
            result: game.head_result(),
            ongoing: game.referee.result().is_none(),
            series: game.series.as_ref().map(score),
            winner: game.referee.result().and_then(|result| result.winner),
            ..head
        }
    }
}

/// How far a game has come.
#[derive(Clone, Copy)]
struct Before {
    steps: usize,
    stones: usize,
    node: usize,
}

impl Before {
    fn of(game: &TableGame) -> Before {
        let stones = game.referee.game().position().history().len();
        Before { steps: game.referee.taken().len(), stones, node: game.node() }
    }
}

/// The score of a series, such as `3–1`.
fn score(series: &SeriesView) -> String {
    let half = if series.draws % 2 == 1 { "½" } else { "" };
    let side = |wins: u32| format!("{}{half}", wins + series.draws / 2);
    format!("{}–{}", side(series.wins), side(series.losses))
}

/// The record of a game that begins.
fn blank(game: &TableGame) -> Record {
    Record {
        opening: game.setting.opening,
        black: game.name_of(Stone::Black),
        white: game.name_of(Stone::White),
        date: date(now_ms() / 1000),
        ..Record::of(game.referee.game().position())
    }
}
