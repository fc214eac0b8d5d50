//! Which runs a worker does not take part in.

use super::WorkerOptions;
use crate::message::{Announcement, Speed};

/// Why a worker cannot take part in a run, in words for both owners.
pub(super) fn refusal(own: &WorkerOptions, run: &Announcement) -> Option<String> {
    let needs = &run.needs;
    if needs.version != own.version || needs.signature != own.signature {
        return Some(format!(
            "the run needs goren {} with signature {}, this worker has {} with signature {}",
            needs.version, needs.signature, own.version, own.signature
        ));
    }
    if let Some(engine) = needs.engines.iter().find(|engine| !own.engines.contains(engine)) {
        return Some(format!(
            "the run needs the engine `{engine}`, which this worker's owner has not allowed"
        ));
    }
    if needs.threads as usize > own.slots.len() {
        return Some(format!(
            "the run's tasks use {} threads each, this worker has {} slots",
            needs.threads,
            own.slots.len()
        ));
    }
    if let Some(memory) = own.memory
        && needs.memory > memory.saturating_mul(needs.threads.into())
    {
        return Some(format!(
            "the run's tasks use {} MB each, this worker has {} MB for them",
            needs.memory >> 20,
            memory.saturating_mul(needs.threads.into()) >> 20
        ));
    }
    let speed = needs.speed?;
    if own.speed == 0 {
        return Some("the run is by the clock, and this worker's speed was not measured".to_owned());
    }
    if Speed::of(own.speed, speed).is_none() {
        return Some(format!(
            "the run is by the clock of a machine of {speed} nodes a second, this worker makes {}: more than a \
             factor of 4",
            own.speed
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use goren_arena::Slot;
    use serde_json::Value;

    use super::*;
    use crate::message::{Needs, RunState};

    fn options() -> WorkerOptions {
        WorkerOptions {
            name: "w".to_owned(),
            version: "1.0".to_owned(),
            signature: 7,
            speed: 1000,
            slots: vec![Slot::default(); 2],
            memory: Some(64 << 20),
            engines: vec!["old".to_owned()],
            cache: PathBuf::new(),
        }
    }

    fn reason(change: impl FnOnce(&mut Needs)) -> Option<String> {
        let mut needs = Needs { version: "1.0".to_owned(), signature: 7, threads: 1, ..Needs::default() };
        change(&mut needs);
        let run = Announcement {
            run: "r".to_owned(),
            title: String::new(),
            work: "games".to_owned(),
            common: Value::Null,
            needs,
            lease_ms: 1000,
            started: 0,
            coordinator: 0,
            state: RunState::Open,
        };
        refusal(&options(), &run)
    }

    #[test]
    fn a_refusal_names_what_is_wanted_and_what_is_there() {
        assert_eq!(reason(|_| ()), None);
        assert_eq!(
            reason(|needs| needs.version = "1.1".to_owned()).unwrap(),
            "the run needs goren 1.1 with signature 7, this worker has 1.0 with signature 7"
        );
        assert!(reason(|needs| needs.signature = 8).unwrap().contains("signature 8, this worker"));
        assert!(reason(|needs| needs.engines = vec!["new".to_owned()]).unwrap().contains("`new`"));
        assert_eq!(reason(|needs| needs.engines = vec!["old".to_owned()]), None);
        assert!(
            reason(|needs| needs.threads = 3).unwrap().contains("3 threads each, this worker has 2 slots")
        );
        assert!(
            reason(|needs| needs.memory = 65 << 20).unwrap().contains("65 MB each, this worker has 64 MB")
        );
        assert_eq!(
            reason(|needs| {
                needs.memory = 65 << 20;
                needs.threads = 2;
            }),
            None
        );
    }

    #[test]
    fn clocks_are_scaled_by_at_most_four() {
        assert_eq!(reason(|needs| needs.speed = Some(4000)), None);
        assert_eq!(reason(|needs| needs.speed = Some(250)), None);
        assert!(reason(|needs| needs.speed = Some(4001)).unwrap().contains("factor of 4"));
        assert!(reason(|needs| needs.speed = Some(249)).unwrap().contains("factor of 4"));
    }
}
