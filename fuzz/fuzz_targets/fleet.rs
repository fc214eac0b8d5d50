//! Any bytes as the messages of a fleet: never a panic, what is accepted is within its bounds, and survives being written
//! and read again.
#![no_main]

use goren_fleet::{
    Announcement, Answer, MAX_ANSWER_BYTES, MAX_TASK_BYTES, RunProgress, Task, WorkerPulse, check_games,
    is_hash, is_name,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(run) = Announcement::read(bytes) {
        assert!(bytes.len() <= MAX_TASK_BYTES && is_name(&run.run) && run.needs.threads > 0);
        assert!(run.needs.objects.iter().all(|object| is_hash(&object.hash)));
        let text = serde_json::to_vec(&run).expect("an announcement can be written");
        assert_eq!(Announcement::read(&text).expect("what was written can be read").run, run.run);
    }
    if let Ok(answer) = Answer::read(bytes) {
        assert!(bytes.len() <= MAX_ANSWER_BYTES && is_name(&answer.worker));
    }
    if let Ok(pulse) = WorkerPulse::read(bytes) {
        assert!(is_name(&pulse.worker));
    }
    if let Ok(progress) = RunProgress::read(bytes) {
        assert!(is_name(&progress.run));
    }
    // An announcement on the first line, a task of it on the second.
    let mut lines = bytes.splitn(2, |&byte| byte == b'\n');
    if let (Some(first), Some(second)) = (lines.next(), lines.next())
        && let (Ok(run), Ok(task)) = (Announcement::read(first), Task::read(second))
    {
        let _ = check_games(&run, &task);
    }
});
