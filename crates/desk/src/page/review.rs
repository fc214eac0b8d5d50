//! What a page asks about the review of a game.

use std::sync::Arc;

use goren_core::Stop;
use goren_review::Attempt;

use super::{Hear, Page};
use crate::claims::{learn_claims, retell};
use crate::jobs::{JobKey, Ticket};
use crate::refusal::Refusal;
use crate::review::{own_puzzle, review, tried};
use crate::table::TableMessage;
use crate::wire::ask::{AskReviewed, Keep, Review, TryMove};
use crate::wire::{Kept, Nothing, ReviewView, Reviewed, TableId};

impl Hear<AskReviewed> for Page {
    fn hear(&mut self, _: Option<u64>, asked: AskReviewed) -> Result<Option<Reviewed>, Refusal> {
        let review = self.desk.lobby.ask(&asked.table, TableMessage::Review)?;
        let review = review.map(|review| self.told(&asked.table, review));
        Ok(Some(Reviewed { review }))
    }
}

impl Hear<Review> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Review) -> Result<Option<Nothing>, Refusal> {
        let Review { table, node, nodes } = asked;
        let lobby = Arc::clone(&self.desk.lobby);
        lobby.ask(&table, TableMessage::Hints)?;
        let (line, study) = lobby.ask(&table, |reply| TableMessage::Line { node, reply })?;
        if line.moves.is_empty() {
            return Err(Refusal::NothingToReview);
        }
        let proofs = Arc::clone(&self.desk.proofs);
        let key = JobKey::Review { table: table.clone(), node, nodes };
        self.jobs.start(key, id, move |stop, ticket| {
            let mut report = None;
            let tell = &mut |view: ReviewView| {
                report = view.report.done.then(|| view.report.clone());
                ticket.outbox().review(ReviewView { id: ticket.id(), ..view });
            };
            review(&line, study, &table, nodes, &proofs, stop, tell, &mut |study| {
                // A table that cannot keep it says so itself.
                let _ = lobby.send(&table, TableMessage::Reviewed(Box::new(study)));
            });
            if let Some(report) = report {
                learn_claims(&line, &report, &proofs, stop);
            }
        })?;
        Ok(Some(Nothing {}))
    }
}

impl Hear<Keep> for Page {
    fn hear(&mut self, id: Option<u64>, asked: Keep) -> Result<Option<Kept>, Refusal> {
        let Keep { table, node } = asked;
        let (line, _) = self.desk.lobby.ask(&table, |reply| TableMessage::Mistake { node, reply })?;
        let training = Arc::clone(&self.desk.training);
        self.start::<Keep>(id, JobKey::Keep { table, node }, move |stop| {
            let puzzle = own_puzzle(&line, stop)?;
            let kept = Kept { puzzle: puzzle.id.clone() };
            training.add_own(puzzle)?;
            Ok(kept)
        })
    }
}

impl Hear<TryMove> for Page {
    fn hear(&mut self, id: Option<u64>, asked: TryMove) -> Result<Option<Attempt>, Refusal> {
        let TryMove { table, node, point } = asked;
        let (line, finding) = self.desk.lobby.ask(&table, |reply| TableMessage::Mistake { node, reply })?;
        let proofs = Arc::clone(&self.desk.proofs);
        self.start::<TryMove>(id, JobKey::Try { table, node, point }, move |stop| {
            tried(&line, &finding, point, &proofs, stop)?.ok_or(Refusal::Stopped)
        })
    }
}

impl Page {
    /// A stored review with the numbers of the proofs that are known. What it says is won or lost is proved anew: proofs are not kept with
    /// it.
    fn told(&self, table: &TableId, mut review: ReviewView) -> ReviewView {
        let Some(last) = review.report.moves.last() else { return review };
        let node = Some(last.node);
        let line = self.desk.lobby.ask(table, |reply| TableMessage::Line { node, reply });
        let Ok((line, _)) = line else { return review };
        retell(&line, &mut review.report, &self.desk.proofs);
        if review.report.done {
            let (proofs, report) = (Arc::clone(&self.desk.proofs), review.report.clone());
            let learn = move |stop: &Stop, _: &Ticket| learn_claims(&line, &report, &proofs, stop);
            // Where too much is going on, the review is shown all the same.
            let _ = self.jobs.start(JobKey::Claims(table.clone()), None, learn);
        }
        review
    }
}
