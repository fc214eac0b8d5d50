//! How much may think at once, whoever asked for it: searches of pages and agents at tables.
//!
//! A search beyond the limit is refused, since a page can ask again. An agent waits for its turn, in the order of asking;
//! those that play against a person go before those that play among themselves.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::analysis::cores;
use crate::refusal::Refusal;

/// How many searches all pages together may have under way.
const MOST_SEARCHES: usize = 12;
/// However many processors there are, at least and at most so many agents think at once.
const AGENTS: (usize, usize) = (2, 8);

/// What is under way, and who waits.
#[derive(Clone)]
pub(crate) struct Load(Arc<Mutex<Inner>>);

struct Inner {
    searches: usize,
    agents: usize,
    most_agents: usize,
    /// Agents that play against a person, then those that do not.
    waiting: [VecDeque<Call>; 2],
}

/// Tells someone that it is their turn.
type Call = Box<dyn FnOnce(Turn) + Send>;

/// A search under way, until it is dropped.
pub(crate) struct Search(Load);

/// An agent's turn to think, until it is dropped.
pub(crate) struct Turn(Load);

impl Default for Load {
    fn default() -> Load {
        Load::new(cores().clamp(AGENTS.0, AGENTS.1))
    }
}

impl Load {
    fn new(most_agents: usize) -> Load {
        let waiting = [VecDeque::new(), VecDeque::new()];
        Load(Arc::new(Mutex::new(Inner { searches: 0, agents: 0, most_agents, waiting })))
    }

    /// Begins a search of a page.
    pub(crate) fn search(&self) -> Result<Search, Refusal> {
        let mut inner = self.lock();
        if inner.searches >= MOST_SEARCHES {
            return Err(Refusal::TooManySearches { max: MOST_SEARCHES });
        }
        inner.searches += 1;
        Ok(Search(self.clone()))
    }

    /// Calls back, at once or later, when it is an agent's turn. Whoever does not need it any more drops the turn.
    pub(crate) fn turn(&self, is_against_person: bool, call: impl FnOnce(Turn) + Send + 'static) {
        self.lock().waiting[usize::from(!is_against_person)].push_back(Box::new(call));
        self.call_next();
    }

    /// Calls whoever is next, as long as there is room. Nothing is locked meanwhile: a turn may be dropped at once.
    fn call_next(&self) {
        loop {
            let mut inner = self.lock();
            if inner.agents >= inner.most_agents {
                return;
            }
            let Some(call) = inner.waiting.iter_mut().find_map(VecDeque::pop_front) else { return };
            inner.agents += 1;
            drop(inner);
            call(Turn(self.clone()));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.0.lock().searches -= 1;
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.lock().agents -= 1;
        self.0.call_next();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn agents_take_turns_and_those_against_a_person_go_first() {
        let load = Load::new(2);
        let (called, calls) = channel();
        for (name, is_against_person) in
            [("a", false), ("b", false), ("c", false), ("d", false), ("person", true)]
        {
            let called = called.clone();
            load.turn(is_against_person, move |turn| called.send((name, turn)).unwrap());
        }
        let mut order = Vec::new();
        while let Ok((name, turn)) = calls.try_recv() {
            order.push(name);
            assert!(load.lock().agents <= 2);
            drop(turn);
        }
        assert_eq!(order, ["a", "b", "person", "c", "d"]);
        assert_eq!(load.lock().agents, 0);
    }

    #[test]
    fn searches_beyond_the_limit_are_refused_until_one_ends() {
        let load = Load::new(2);
        let mut searches: Vec<Search> = (0..MOST_SEARCHES).map(|_| load.search().unwrap()).collect();
        assert!(load.search().is_err());
        searches.pop();
        assert!(load.search().is_ok());
    }
}
