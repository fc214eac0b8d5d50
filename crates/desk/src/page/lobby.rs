//! What a page asks about tables, and about its own jobs.

use serde_json::json;

use super::{Hear, Page};
use crate::refusal::Refusal;
use crate::table::{TableMessage, TrackedTree};
use crate::theatre::programs;
use crate::wire::ask::{Again, AskPrograms, Create, Heard, Join, Leave, Ping, StopJob, Study, Tables};
use crate::wire::{AtTable, Kind, Nothing, Now, OpenTables, Programs, Role, now_ms};

impl Hear<Ping> for Page {
    fn hear(&mut self, _: Option<u64>, _: Ping) -> Result<Option<Now>, Refusal> {
        Ok(Some(Now { now: now_ms() }))
    }
}

impl Hear<Tables> for Page {
    fn hear(&mut self, _: Option<u64>, _: Tables) -> Result<Option<OpenTables>, Refusal> {
        let mut tables = self.desk.lobby.summaries();
        tables.retain(|summary| self.role() == Role::Owner || summary.kind == Kind::Game);
        Ok(Some(OpenTables { tables }))
    }
}

impl Hear<Create> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Create) -> Result<Option<AtTable>, Refusal> {
        let table = self.desk.lobby.create(*asked.game)?;
        self.join::<Create>(id, &table, None)
    }
}

impl Hear<Study> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Study) -> Result<Option<AtTable>, Refusal> {
        let position = asked.position.unwrap_or_else(|| json!({ "moves": [] }));
        let table = self.desk.lobby.study(TrackedTree::read(&position.to_string())?)?;
        self.join::<Study>(id, &table, None)
    }
}

impl Hear<Again> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Again) -> Result<Option<AtTable>, Refusal> {
        let table = self.desk.lobby.again(&asked.table)?;
        self.join::<Again>(id, &table, None)
    }
}

impl Hear<Join> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Join) -> Result<Option<AtTable>, Refusal> {
        let Join { table, seq, epoch } = asked;
        self.join::<Join>(id, &table, (epoch > 0).then_some((epoch, seq)))
    }
}

impl Hear<Leave> for Page {
    fn hear(&mut self, _: Option<u64>, asked: Leave) -> Result<Option<Nothing>, Refusal> {
        self.seen.remove(&asked.table);
        self.desk.lobby.send_if_open(&asked.table, TableMessage::Gone(self.caller.connection));
        Ok(Some(Nothing {}))
    }
}

impl Hear<AskPrograms> for Page {
    fn hear(&mut self, _: Option<u64>, _: AskPrograms) -> Result<Option<Programs>, Refusal> {
        Ok(Some(Programs { programs: programs() }))
    }
}

impl Hear<Heard> for Page {
    fn hear(&mut self, _: Option<u64>, asked: Heard) -> Result<Option<Nothing>, Refusal> {
        self.jobs.flows.heard(asked.watch, asked.seq);
        Ok(Some(Nothing {}))
    }
}

impl Hear<StopJob> for Page {
    fn hear(&mut self, _: Option<u64>, asked: StopJob) -> Result<Option<Nothing>, Refusal> {
        self.jobs.stop(asked.what);
        Ok(Some(Nothing {}))
    }
}
