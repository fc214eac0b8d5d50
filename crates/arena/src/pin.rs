//! Pinning concurrent games to processors.

use crate::job::Slot;

/// One slot per concurrent game; with `cores`, each gets that many processors of its own.
///
/// An error if there are too few processors, or the system does not support pinning.
pub fn slots(concurrency: usize, cores: Option<usize>) -> Result<Vec<Slot>, String> {
    let Some(cores) = cores else {
        return Ok((0..concurrency).map(|number| Slot { number, cpus: Vec::new() }).collect());
    };
    let usable = usable()?;
    if concurrency * cores > usable.len() {
        return Err(format!(
            "{concurrency} concurrent games with {cores} processors each need {}, there are {}",
            concurrency * cores,
            usable.len()
        ));
    }
    let shares = usable.chunks(cores.max(1)).map(<[usize]>::to_vec);
    Ok(shares.take(concurrency).enumerate().map(|(number, cpus)| Slot { number, cpus }).collect())
}

/// The processors that this process may use.
#[cfg(target_os = "linux")]
fn usable() -> Result<Vec<usize>, String> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let set = sched_getaffinity(None).map_err(|error| error.to_string())?;
    Ok((0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect())
}

#[cfg(not(target_os = "linux"))]
fn usable() -> Result<Vec<usize>, String> {
    Err("pinning is supported on Linux only".to_owned())
}

/// Pins this thread, and those it starts, to the slot's processors.
#[cfg(target_os = "linux")]
pub(crate) fn stay_on(slot: &Slot) -> Result<(), String> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    if slot.cpus.is_empty() {
        return Ok(());
    }
    let mut set = CpuSet::new();
    slot.cpus.iter().for_each(|&cpu| set.set(cpu));
    sched_setaffinity(None, &set).map_err(|error| format!("cannot use processors {:?}: {error}", slot.cpus))
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn stay_on(_: &Slot) -> Result<(), String> {
    Ok(())
}

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
