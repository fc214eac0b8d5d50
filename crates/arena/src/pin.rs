//! Pinning concurrent games to processors.

use std::fmt;
use std::io;

use crate::job::Slot;

/// One slot per concurrent game; with `cores`, each gets that many processors of its own.
///
/// An error if there are too few processors, or the system does not support pinning.
pub fn slots(concurrency: usize, cores: Option<usize>) -> Result<Vec<Slot>, PinError> {
    let Some(cores) = cores else {
        return Ok((0..concurrency).map(|number| Slot { number, cpus: Vec::new() }).collect());
    };
    let usable = usable()?;
    if concurrency * cores > usable.len() {
        return Err(PinError::TooFew { concurrency, cores, usable: usable.len() });
    }
    let shares = usable.chunks(cores.max(1)).map(<[usize]>::to_vec);
    Ok(shares.take(concurrency).enumerate().map(|(number, cpus)| Slot { number, cpus }).collect())
}

/// The processors that this process may use.
#[cfg(target_os = "linux")]
fn usable() -> Result<Vec<usize>, PinError> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let set = sched_getaffinity(None).map_err(|error| PinError::Unknown(error.into()))?;
    Ok((0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect())
}

#[cfg(not(target_os = "linux"))]
fn usable() -> Result<Vec<usize>, PinError> {
    Err(PinError::NotHere)
}

/// Pins this thread, and those it starts, to the slot's processors.
#[cfg(target_os = "linux")]
pub(crate) fn stay_on(slot: &Slot) -> Result<(), PinError> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    if slot.cpus.is_empty() {
        return Ok(());
    }
    let mut set = CpuSet::new();
    slot.cpus.iter().for_each(|&cpu| set.set(cpu));
    sched_setaffinity(None, &set)
        .map_err(|error| PinError::Refused { cpus: slot.cpus.clone(), error: error.into() })
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn stay_on(_: &Slot) -> Result<(), PinError> {
    Ok(())
}

/// Why games cannot have processors of their own.
#[derive(Debug)]
pub enum PinError {
    /// There are fewer processors than the games would need together.
    TooFew {
        /// The number of concurrent games.
        concurrency: usize,
        /// The processors that each is to have.
        cores: usize,
        /// The processors that there are.
        usable: usize,
    },
    /// The system does not say which processors there are.
    Unknown(io::Error),
    /// This system cannot do it.
    NotHere,
    /// The system does not give these processors.
    Refused {
        /// The processors.
        cpus: Vec<usize>,
        /// Why not.
        error: io::Error,
    },
}

impl fmt::Display for PinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PinError::TooFew { concurrency, cores, usable } => write!(
                f,
                "{concurrency} concurrent games with {cores} processors each need {}, there are {usable}",
                concurrency * cores
            ),
            PinError::Unknown(error) => error.fmt(f),
            PinError::NotHere => f.write_str("pinning is supported on Linux only"),
            PinError::Refused { cpus, error } => write!(f, "cannot use processors {cpus:?}: {error}"),
        }
    }
}

impl std::error::Error for PinError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_without_processors_are_as_many_as_wanted() {
        assert_eq!(slots(300, None).unwrap().len(), 300);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn no_processor_belongs_to_two_slots() {
        let all = usable().unwrap();
        let slots = slots(all.len(), Some(1)).unwrap();
        let used: std::collections::HashSet<usize> =
            slots.iter().flat_map(|slot| slot.cpus.clone()).collect();
        assert_eq!(used.len(), all.len());
        assert!(super::slots(all.len() + 1, Some(1)).is_err());
        std::thread::spawn(move || {
            stay_on(&slots[0]).unwrap();
            assert_eq!(usable().unwrap(), slots[0].cpus);
        })
        .join()
        .unwrap();
    }
}
