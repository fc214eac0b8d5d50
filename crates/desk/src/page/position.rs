//! What a page asks about a position.

use std::sync::Arc;

use goren_core::{Position, Stop};

use super::{Hear, Page};
use crate::analysis::{Stores, analyse, solve};
use crate::chance::{balance, even};
use crate::hint::hint;
use crate::inspect::{inspect, judgement};
use crate::jobs::JobKey;
use crate::refusal::Refusal;
use crate::table::{TableMessage, TrackedTree};
use crate::theatre::Performance;
use crate::wire::ask::{Analyse, Balance, Hint, Level, Look, Solve, Watch, Why};
use crate::wire::{
    BalanceView, EvenView, HintView, JudgementView, LookView, Nothing, Place, Role, SolveView,
};

impl Hear<Look> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Look) -> Result<Option<LookView>, Refusal> {
        let proofs = (self.role() == Role::Owner).then(|| Arc::clone(&self.desk.proofs));
        if !asked.xray {
            let position = self.position(asked.at)?;
            return Ok(Some(inspect(&position, false, proofs.as_deref(), &Stop::default())));
        }
        let position = self.helped(asked.at)?;
        self.start::<Look>(id, JobKey::Look(position.hash()), move |stop| {
            Ok(inspect(&position, true, proofs.as_deref(), stop))
        })
    }
}

impl Hear<Why> for Page {
    fn hear(&mut self, _: Option<u64>, asked: Why) -> Result<Option<JudgementView>, Refusal> {
        let position = self.position(asked.at)?;
        if !position.is_empty(asked.point) {
            return Err(Refusal::Occupied { point: asked.point });
        }
        Ok(Some(judgement(&position.judge(asked.point))))
    }
}

impl Hear<Balance> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Balance) -> Result<Option<BalanceView>, Refusal> {
        let position = self.helped(asked.at)?;
        self.start::<Balance>(id, JobKey::Balance(position.hash()), move |stop| Ok(balance(&position, stop)))
    }
}

impl Hear<Level> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Level) -> Result<Option<EvenView>, Refusal> {
        let (position, moves) = (self.helped(asked.at)?, asked.moves);
        let key = JobKey::Level(position.hash(), moves);
        self.start::<Level>(id, key, move |stop| Ok(even(&position, moves, stop)))
    }
}

impl Hear<Hint> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Hint) -> Result<Option<HintView>, Refusal> {
        let (position, stage) = (self.helped(asked.at)?, asked.stage);
        let proofs = Arc::clone(&self.desk.proofs);
        let key = JobKey::Hint(position.hash(), stage);
        self.start::<Hint>(id, key, move |stop| hint(&position, stage, &proofs, stop))
    }
}

impl Hear<Solve> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Solve) -> Result<Option<SolveView>, Refusal> {
        let Solve { at, kind, ms } = asked;
        let position = self.helped(at)?;
        let proofs = Arc::clone(&self.desk.proofs);
        let key = JobKey::Solve(position.hash(), kind);
        self.start::<Solve>(id, key, move |stop| Ok(solve(&position, kind, ms, &proofs, stop)))
    }
}

impl Hear<Analyse> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Analyse) -> Result<Option<Nothing>, Refusal> {
        let (position, options) = (self.helped(asked.at)?, asked.options);
        let (known, engine) = (Arc::clone(&self.desk.known), Arc::clone(&self.jobs.engine));
        let proofs = Arc::clone(&self.desk.proofs);
        let key = JobKey::Analyse(position.hash(), options.clone());
        self.jobs.start(key, id, move |stop, ticket| {
            analyse(&position, &options, Stores { known: &known, proofs: &proofs }, &engine, stop, ticket);
        })?;
        Ok(Some(Nothing {}))
    }
}

impl Hear<Watch> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Watch) -> Result<Option<Nothing>, Refusal> {
        let Watch { at, options } = asked;
        let key = JobKey::Watch { lane: options.lane, id, connection: self.caller.connection };
        let performance = Performance::new(self.helped(at)?, options)?;
        let flow = self.jobs.flows.begin(id.unwrap_or(0));
        self.jobs.start(key, id, move |stop, ticket| performance.run(stop, ticket, &flow))?;
        Ok(Some(Nothing {}))
    }
}

impl Page {
    /// A position that is searched for somebody: while a guest plays, none of the game.
    fn helped(&self, at: Place) -> Result<Position, Refusal> {
        if let Place::Node { table, .. } = &at {
            self.desk.lobby.ask(table, TableMessage::Hints)?;
        }
        self.position(at)
    }

    fn position(&self, at: Place) -> Result<Position, Refusal> {
        match at {
            Place::Node { table, node } => {
                if self.role() == Role::Guest {
                    // Refused for a study.
                    let setting = self.desk.lobby.ask(&table, TableMessage::Setting);
                    setting.map_err(|refusal| match refusal {
                        Refusal::NoGameHere => Refusal::NotForGuests,
                        refusal => refusal,
                    })?;
                }
                self.desk.lobby.ask(&table, |reply| TableMessage::Position { node, reply })
            }
            Place::Free { position } => Ok(TrackedTree::read(&position.to_string())?.position()?),
        }
    }
}
