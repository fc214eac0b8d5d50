//! What a table does for those who watch it: each request is answered with what its type names.

use super::{Caller, State, Table, TrackedTree};
use crate::refusal::Refusal;
use crate::wire::ask::{
    AddLine, Coach, Comment, DoAct, Goto, Marks, Pause, Play, Promote, Prune, Redo, Rename, Restore, SetRule,
    Setup, Sit, Speed, Stand, Undo,
};
use crate::wire::{Ask, AtNode, Nothing, RuleView};

/// The longest name of a player, an event or a date, in characters.
const MOST_TITLE: usize = 80;

/// What a table does with requests of one type.
pub(crate) trait Obey<R: Ask> {
    /// Does it, and gives the answer.
    fn obey(&mut self, caller: &Caller, asked: R) -> Result<R::Answer, Refusal>;
}

impl Obey<Sit> for Table {
    fn obey(&mut self, caller: &Caller, asked: Sit) -> Result<Nothing, Refusal> {
        self.sit(caller, asked.seat, &asked.name)?;
        Ok(Nothing {})
    }
}

impl Obey<Stand> for Table {
    fn obey(&mut self, caller: &Caller, asked: Stand) -> Result<Nothing, Refusal> {
        self.stand(caller, asked.seat)?;
        Ok(Nothing {})
    }
}

impl Obey<DoAct> for Table {
    fn obey(&mut self, caller: &Caller, asked: DoAct) -> Result<Nothing, Refusal> {
        self.act(caller, asked.step, asked.ply, asked.seat)?;
        Ok(Nothing {})
    }
}

impl Obey<Undo> for Table {
    fn obey(&mut self, caller: &Caller, _: Undo) -> Result<Nothing, Refusal> {
        self.undo(caller)?;
        Ok(Nothing {})
    }
}

impl Obey<Redo> for Table {
    fn obey(&mut self, _: &Caller, _: Redo) -> Result<Nothing, Refusal> {
        let now = self.now();
        self.commit(|state| state.redo(now))?;
        self.interrupt();
        Ok(Nothing {})
    }
}

impl Obey<Pause> for Table {
    fn obey(&mut self, _: &Caller, asked: Pause) -> Result<Nothing, Refusal> {
        let now = self.now();
        let game = self.state.game_mut()?;
        game.pause(asked.on, now);
        game.trouble = None;
        self.is_unwatched = false;
        if asked.on {
            self.interrupt();
        }
        self.changed();
        Ok(Nothing {})
    }
}

impl Obey<Speed> for Table {
    fn obey(&mut self, _: &Caller, asked: Speed) -> Result<Nothing, Refusal> {
        self.state.game_mut()?.setting.speed = asked.ms.min(60_000);
        self.changed();
        Ok(Nothing {})
    }
}

impl Obey<Coach> for Table {
    fn obey(&mut self, _: &Caller, asked: Coach) -> Result<Nothing, Refusal> {
        self.commit(|state| {
            let game = state.game_mut()?;
            game.setting.coach = asked.on;
            game.coach = None;
            Ok(())
        })?;
        Ok(Nothing {})
    }
}

impl Obey<Play> for Table {
    fn obey(&mut self, _: &Caller, asked: Play) -> Result<AtNode, Refusal> {
        let Play { node, point, stone } = asked;
        let node = self.commit(|state| {
            state.at = state.tree.play(node, point, stone)?;
            Ok(state.at)
        })?;
        Ok(AtNode { node })
    }
}

impl Obey<AddLine> for Table {
    fn obey(&mut self, _: &Caller, asked: AddLine) -> Result<AtNode, Refusal> {
        let node = self.commit(|state| state.tree.add_line(asked.node, &asked.points))?;
        Ok(AtNode { node })
    }
}

impl Obey<Goto> for Table {
    fn obey(&mut self, _: &Caller, asked: Goto) -> Result<Nothing, Refusal> {
        // Where people look is not worth a write to the disk each time; it is kept with the next change.
        self.state.tree.check(asked.node)?;
        self.state.at = asked.node;
        self.is_cursor_moved = true;
        self.changed();
        Ok(Nothing {})
    }
}

impl Obey<Comment> for Table {
    fn obey(&mut self, _: &Caller, asked: Comment) -> Result<Nothing, Refusal> {
        self.commit(|state| state.tree.comment(asked.node, asked.text))?;
        Ok(Nothing {})
    }
}

impl Obey<Marks> for Table {
    fn obey(&mut self, _: &Caller, asked: Marks) -> Result<Nothing, Refusal> {
        self.commit(|state| state.tree.mark(asked.node, &asked.marks))?;
        Ok(Nothing {})
    }
}

impl Obey<Prune> for Table {
    fn obey(&mut self, _: &Caller, asked: Prune) -> Result<AtNode, Refusal> {
        let node = self.commit(|state| state.prune(asked.node))?;
        Ok(AtNode { node })
    }
}

impl Obey<Restore> for Table {
    fn obey(&mut self, _: &Caller, _: Restore) -> Result<AtNode, Refusal> {
        let node = self.commit(State::restore)?;
        Ok(AtNode { node })
    }
}

impl Obey<Promote> for Table {
    fn obey(&mut self, _: &Caller, asked: Promote) -> Result<AtNode, Refusal> {
        let node = self.commit(|state| state.promote(asked.node))?;
        Ok(AtNode { node })
    }
}

impl Obey<Setup> for Table {
    fn obey(&mut self, _: &Caller, asked: Setup) -> Result<Nothing, Refusal> {
        let record = TrackedTree::read(&asked.position.to_string())?;
        self.commit(|state| state.set_up(record))?;
        Ok(Nothing {})
    }
}

impl Obey<SetRule> for Table {
    fn obey(&mut self, _: &Caller, asked: SetRule) -> Result<RuleView, Refusal> {
        let forbidden = self.commit(|state| state.set_rule(asked.rule))?;
        Ok(RuleView { forbidden })
    }
}

impl Obey<Rename> for Table {
    fn obey(&mut self, _: &Caller, asked: Rename) -> Result<Nothing, Refusal> {
        let Rename { black, white, event, date } = asked;
        self.commit(|state| {
            let is_game = state.game.is_some();
            let names = state.tree.names();
            for (name, new) in [(names.0, black), (names.1, white)] {
                if let Some(new) = new.filter(|_| !is_game) {
                    *name = new.chars().take(MOST_TITLE).collect();
                }
            }
            for (text, new) in [(names.2, event), (names.3, date)] {
                if let Some(new) = new {
                    *text = new.chars().take(MOST_TITLE).collect();
                }
            }
            Ok(())
        })?;
        Ok(Nothing {})
    }
}
