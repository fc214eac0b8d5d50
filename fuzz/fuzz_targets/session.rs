//! A whole session with a manager, with a searcher that answers at once: never a panic, and every reply is one line.
#![no_main]

use libfuzzer_sys::fuzz_target;

// The sessions belong to the program, which is no library.
#[path = "../../crates/cli/src/gomocup"]
#[allow(dead_code, reason = "the searcher is played by this target")]
mod gomocup {
    mod board;
    mod clock;
    mod searcher;
    mod session;
    mod settings;
    mod swap2;

    use std::ops::ControlFlow;
    use std::sync::mpsc::channel;
    use std::time::Instant;

    use goren_engine::{Engine, Options, SearchEvent};
    use goren_protocol::Reply;

    use searcher::{Job, SearchOutcome, Task};
    use session::Session;
    use settings::{MIN_ENGINE_BYTES, Settings};

    /// What the searcher would send.
    enum Event {
        Search(SearchEvent),
        Answer { engine: Box<Engine>, answer: SearchOutcome },
    }

    /// Sends the lines of a text to a session, and answers every job that it gives.
    pub(super) fn run(text: &[u8]) {
        let settings = Settings::new(1, 1, Default::default());
        let engine = Box::new(Engine::new(Options { memory: MIN_ENGINE_BYTES, ..settings.options() }));
        let (jobs_in, jobs) = channel::<Job>();
        let mut session = Session::new(engine, settings, jobs_in, Instant::now());
        for line in text.split(|&byte| byte == b'\n') {
            let mut replies = Vec::new();
            if session.line(line, Instant::now(), &mut replies) == ControlFlow::Break(()) {
                return;
            }
            while let Ok(job) = jobs.try_recv() {
                replies.extend(session.answer(job.engine, answer(job.task)));
                for (line, read) in session.take_waiting() {
                    if session.line(&line, read, &mut replies) == ControlFlow::Break(()) {
                        return;
                    }
                }
            }
            for reply in &replies {
                check(reply);
            }
        }
    }

    /// The first stones that the rules allow; files are left alone.
    fn answer(task: Task) -> SearchOutcome {
        match task {
            Task::Search { position, blocked, .. } => {
                let free = position.legal_moves().find(|point| !blocked.contains(point));
                SearchOutcome::Stones(free.into_iter().collect())
            }
            Task::Balance { position, count, .. } => {
                SearchOutcome::Stones(position.legal_moves().take(count).collect())
            }
            Task::Swap2(game) if game.position().history().len() == 3 => SearchOutcome::Swap,
            Task::Swap2(game) => SearchOutcome::Stones(game.position().legal_moves().take(3).collect()),
            Task::WriteTable(path) | Task::ReadTable(path) => SearchOutcome::Message(path),
        }
    }

    fn check(reply: &Reply) {
        let text = reply.to_string();
        assert!(!text.contains('\n') && !text.contains('\r'), "one line, got {text:?}");
    }
}

fuzz_target!(|bytes: &[u8]| gomocup::run(bytes));
