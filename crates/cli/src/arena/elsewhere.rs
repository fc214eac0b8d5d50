//! A match played by a fleet: what travels of it, and the pool of its games.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use goren_arena::{Contents, Contestant, FinishedGame, GameError, Job, Kind, Plan, Pool, Status};
use goren_fleet::{GAMES, Games, GamesPool, Needs, OBJECT, Object, Participant};

use crate::agent::{MEMORY, NET};
use crate::nats::fleet_name;
use crate::remote::{Notes, Remote};
use crate::terminal::say;

/// The longest title of a run, in characters.
const MAX_TITLE_CHARS: usize = 120;

/// The games of a match, played by a fleet. It says who takes part and who does not.
pub(super) struct Elsewhere<'a> {
    remote: &'a Remote,
    pool: GamesPool,
    notes: Notes,
}

impl<'a> Elsewhere<'a> {
    /// Announces the match of a journal, or takes it up again.
    pub(super) fn open(
        remote: &'a Remote,
        plan: &Plan,
        contents: &Contents,
    ) -> anyhow::Result<Elsewhere<'a>> {
        let mut objects = Vec::new();
        let games = Games::new(plan, |contestant| travel(remote, contestant, &mut objects))?;
        let engines = games.engines();
        if !engines.is_empty() {
            say(&format!(
                "only workers that allow {} take part, with their own command: goren worker --engine 'name=… cmd=\"…\"'",
                engines.join(" and ")
            ));
        }
        let needs =
            Needs { engines, objects, threads: threads(plan), memory: memory(plan), ..Needs::default() };
        let header = serde_json::to_string(plan)?;
        let identity = format!("{GAMES}\n{}\n{}\n{header}", contents.started, contents.command);
        let common = serde_json::to_value(&games)?;
        let has_clock = games.is_by_clock();
        let announcement =
            remote.announcement(identity.as_bytes(), (GAMES, title(plan)), common, needs, has_clock)?;
        let pool = GamesPool::open(&remote.fleet, announcement)?;
        Ok(Elsewhere { remote, pool, notes: remote.notes() })
    }

    /// Ends the run: workers stop, and nothing of it remains on the server.
    pub(super) fn end(mut self) -> anyhow::Result<()> {
        self.notes.look(&self.remote.fleet, self.pool.coordinator());
        Ok(self.pool.end()?)
    }
}

/// A contestant as it travels: an agent of this program with its network's hash, or an engine's name.
fn travel(
    remote: &Remote,
    contestant: &Contestant,
    objects: &mut Vec<Object>,
) -> anyhow::Result<Participant> {
    let name = &contestant.name;
    let Kind::Builtin(builtin) = &contestant.kind else {
        let name = fleet_name(name).map_err(|error| anyhow!("{error}; give it another with name=…"));
        return Ok(Participant::Engine(name.context("an engine's name in a fleet")?));
    };
    let mut builtin = builtin.clone();
    if builtin.options.contains_key("cpu") {
        bail!("{name}: a limit of processor time means another on each machine; use --nodes or --time");
    }
    if let Some(value) = builtin.options.get_mut(NET) {
        let object = remote.put(Path::new(value.as_str())).with_context(|| name.clone())?;
        *value = format!("{OBJECT}{}", object.hash);
        if !objects.contains(&object) {
            objects.push(object);
        }
    }
    Ok(Participant::Builtin(builtin))
}

/// The threads of the contestant that uses most.
fn threads(plan: &Plan) -> u32 {
    let threads = plan.contestants.iter().filter_map(|contestant| match &contestant.kind {
        Kind::Builtin(builtin) => builtin.options.get("threads")?.parse().ok(),
        Kind::Process(_) => None,
    });
    threads.max().unwrap_or(1)
}

/// The memory of a game between the two contestants that use most, in bytes.
fn memory(plan: &Plan) -> u64 {
    let memory = |contestant: &Contestant| contestant.budget.or(&plan.budget).memory.unwrap_or(MEMORY);
    let mut memory: Vec<u64> = plan.contestants.iter().map(memory).collect();
    memory.sort_unstable();
    memory.iter().rev().take(2).fold(0, |sum, bytes| sum.saturating_add(*bytes))
}

fn title(plan: &Plan) -> String {
    let names: Vec<&str> = plan.contestants.iter().map(|contestant| contestant.name.as_str()).collect();
    let title = match names.as_slice() {
        [one, other] => format!("{one} – {other}"),
        names => format!("{} contestants: {}", names.len(), names.join(", ")),
    };
    match title.char_indices().nth(MAX_TITLE_CHARS) {
        Some((end, _)) => format!("{}…", &title[..end]),
        None => title,
    }
}

impl Pool for Elsewhere<'_> {
    fn room(&mut self) -> usize {
        self.pool.room()
    }

    fn start(&mut self, job: Job) -> Result<(), GameError> {
        self.pool.start(job)
    }

    fn collect(&mut self) -> Vec<Result<FinishedGame, GameError>> {
        self.notes.look(&self.remote.fleet, self.pool.coordinator());
        self.pool.collect()
    }

    fn settled(&mut self, numbers: &[usize]) {
        self.pool.settled(numbers);
    }

    fn out(&self) -> usize {
        self.pool.out()
    }

    fn drain(&mut self) {
        self.pool.drain();
    }

    fn abort(&mut self) {
        self.pool.abort();
    }

    fn standing(&mut self, status: &Status) {
        self.pool.standing(status);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::kinds;
    use goren_arena::Parser;

    fn plan(contestants: &[&str]) -> Plan {
        let parser = Parser { kinds: kinds(), ..Parser::default() };
        Plan::new(contestants.iter().map(|text| parser.parse(text).unwrap()).collect())
    }

    #[test]
    fn a_run_asks_for_what_its_largest_game_needs() {
        let plan = plan(&["goren:threads=3 memory=100", "goren", "boundary memory=30"]);
        assert_eq!((threads(&plan), memory(&plan) >> 20), (3, 130));
        assert_eq!(title(&plan), "3 contestants: goren:threads=3, goren, boundary");
    }

    #[test]
    fn a_long_title_is_cut() {
        let long = format!("name={} cmd=x", "é".repeat(200));
        let title = title(&plan(&["goren", &long]));
        assert!(title.starts_with("goren – é") && title.ends_with("é…"), "{title}");
        assert_eq!(title.chars().count(), MAX_TITLE_CHARS + 1);
    }
}
