//! The state of a fleet as text.

use std::fmt::Write as _;

use goren_fleet::{ConnectionState, EndedRun, RunSeen, RunState, Snapshot, WorkerSeen};

use crate::terminal::count;

/// The rows of a terminal that the workers leave to the rest.
const MIN_WORKERS: usize = 3;

/// The whole state, in at most `height` lines if that is given; what is left out is counted.
pub(super) fn draw(snapshot: &Snapshot, place: &str, height: Option<usize>) -> String {
    let mut text = head(snapshot, place);
    let runs: String = snapshot.runs.iter().map(run).collect();
    if runs.is_empty() {
        text.push_str("\nno runs\n");
    } else {
        text.push('\n');
        text.push_str(&runs);
    }
    let ended: String = snapshot.ended.iter().take(3).map(end).collect();
    let left = height.map(|height| {
        let used = text.lines().count() + ended.lines().count() + 3;
        height.saturating_sub(used).max(MIN_WORKERS)
    });
    text.push('\n');
    text.push_str(&workers(snapshot, left));
    text.push_str(&ended);
    match height {
        Some(height) => text.lines().take(height.saturating_sub(1)).map(|line| format!("{line}\n")).collect(),
        None => text,
    }
}

fn head(snapshot: &Snapshot, place: &str) -> String {
    let totals = &snapshot.totals;
    let mut text = format!(
        "fleet {} at {place}: {}, {} of {} slots busy, {} tasks/min\n",
        snapshot.fleet,
        count(totals.workers as usize, "worker"),
        totals.busy,
        totals.slots,
        totals.last_minute
    );
    if snapshot.connection.state != ConnectionState::Connected {
        let reason = snapshot.connection.reason.as_deref().unwrap_or("waiting for it");
        let _ = writeln!(text, "the server is away: {reason}");
    }
    if let Some(trouble) = &snapshot.trouble {
        let _ = writeln!(text, "{} unreadable messages; the last: {trouble}", snapshot.unreadable);
    }
    text
}

fn run(run: &RunSeen) -> String {
    let mut text = format!(
        "{}  {}{}\n",
        run.run,
        run.title,
        if run.state == RunState::Draining { "  (ending)" } else { "" }
    );
    if let Some(progress) = &run.progress {
        let _ = writeln!(text, "  {}", account(progress));
        if !progress.summary.is_empty() {
            let _ = writeln!(text, "  {}", progress.summary);
        }
        for standing in &progress.workers {
            if let Some(reason) = &standing.aside {
                let _ = writeln!(text, "  set aside: {}: {reason}", standing.worker);
            }
        }
    }
    if let Some(trouble) = run.trouble() {
        let _ = writeln!(text, "  {trouble}");
    }
    text
}

fn end(run: &EndedRun) -> String {
    let finished = if run.finished == 0 { String::new() } else { format!(", {} done", run.finished) };
    let summary = if run.summary.is_empty() { String::new() } else { format!(", {}", run.summary) };
    format!("ended: {} {}{finished}{summary}\n", run.run, run.title)
}

/// How far a run is, in numbers; those that are nearly always 0 only if they are not.
fn account(progress: &goren_fleet::RunProgress) -> String {
    let mut text = match progress.expected {
        0 => format!("{} done", progress.finished),
        expected => {
            let percent = 100 * progress.finished / expected;
            format!("{} of {expected} done ({percent} %)", progress.finished)
        }
    };
    let _ =
        write!(text, ", {}/min, {} out, {} waiting", progress.last_minute, progress.out, progress.waiting);
    let rare = [
        ("unread", progress.unread),
        ("repeated", progress.repeated),
        ("doubled", progress.doubled),
        ("rejected", progress.rejected),
    ];
    for (name, number) in rare.into_iter().filter(|&(_, number)| number > 0) {
        let _ = write!(text, ", {number} {name}");
    }
    text
}

fn workers(snapshot: &Snapshot, left: Option<usize>) -> String {
    if snapshot.workers.is_empty() {
        return "no workers\n".to_owned();
    }
    let width =
        snapshot.workers.iter().map(|seen| seen.pulse.worker.chars().count()).max().unwrap_or(0).max(6);
    let mut text =
        format!("{:<width$}  slots  busy  tasks/min      done  failed  nodes/s  version\n", "worker");
    let mut lines = Vec::new();
    let mut shown = 0;
    for seen in &snapshot.workers {
        let added = worker(seen, width);
        if left.is_some_and(|left| lines.len() + added.len() > left.saturating_sub(1))
            && shown + 1 < snapshot.workers.len()
        {
            break;
        }
        lines.extend(added);
        shown += 1;
    }
    lines.iter().for_each(|line| {
        let _ = writeln!(text, "{line}");
    });
    if shown < snapshot.workers.len() {
        let _ =
            writeln!(text, "and {} (--once lists all)", count(snapshot.workers.len() - shown, "more worker"));
    }
    text
}

fn worker(seen: &WorkerSeen, width: usize) -> Vec<String> {
    let pulse = &seen.pulse;
    let engines =
        if pulse.engines.is_empty() { String::new() } else { format!("  {}", pulse.engines.join(", ")) };
    let mut lines = vec![format!(
        "{:<width$}  {:>5}  {:>4}  {:>9}  {:>8}  {:>6}  {:>7}  {}{engines}{}",
        pulse.worker,
        pulse.slots,
        pulse.busy,
        pulse.last_minute,
        pulse.finished,
        pulse.failed,
        speed(pulse.speed),
        pulse.version,
        if pulse.is_leaving { "  (leaving)" } else { "" }
    )];
    lines.extend(pulse.refuses.iter().map(|(run, reason)| format!("  not for {run}: {reason}")));
    lines
}

fn speed(nodes: u64) -> String {
    match nodes {
        0 => "?".to_owned(),
        1..1_000_000 => format!("{} k", nodes / 1000),
        _ => format!("{:.1} M", nodes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_fleet::{Announcement, Pulse, RunProgress, WorkerPulse, WorkerStanding};
    use serde_json::json;

    fn worker(name: &str, refuses: &[(&str, &str)]) -> Pulse {
        let pulse: WorkerPulse = serde_json::from_value(json!({
            "worker": name, "version": "1.2.3", "signature": 5, "slots": 4, "busy": 3, "speed": 1_234_567,
            "engines": ["foreign"], "finished": 120, "last_minute": 12, "failed": 1, "started": 0,
            "refuses": refuses, "is_leaving": false,
        }))
        .unwrap();
        Pulse::Worker(pulse)
    }

    fn fleet() -> Snapshot {
        let mut snapshot = Snapshot::new("attic", 0);
        let announcement: Announcement = serde_json::from_value(json!({
            "run": "00ff", "title": "one – two", "work": "games", "common": null, "lease_ms": 1000, "started": 0,
            "needs": { "version": "1.2.3", "signature": 5, "threads": 1, "memory": 1 },
            "coordinator": 1, "state": "open",
        }))
        .unwrap();
        snapshot.connection(ConnectionState::Connected, None, 1);
        snapshot.announced(vec![announcement], 1);
        snapshot.hear(Ok(worker("ann", &[])), 2);
        snapshot.hear(Ok(worker("bob", &[("00ff", "another signature")])), 2);
        (0..30).for_each(|i| snapshot.hear(Ok(worker(&format!("c{i:02}"), &[])), 2));
        let aside = WorkerStanding {
            worker: "eve".to_owned(),
            aside: Some("its game does not replay".to_owned()),
            ..WorkerStanding::default()
        };
        let progress = RunProgress {
            run: "00ff".to_owned(),
            finished: 25,
            expected: 200,
            doubled: 2,
            summary: "+12 −9 =4".to_owned(),
            workers: vec![aside],
            ..RunProgress::default()
        };
        snapshot.hear(Ok(Pulse::Run(progress)), 2);
        snapshot.tick(2);
        snapshot
    }

    #[test]
    fn everything_worth_knowing_is_there() {
        let text = draw(&fleet(), "nats://host", None);
        for line in [
            "fleet attic at nats://host: 32 workers, 96 of 128 slots busy, 384 tasks/min",
            "00ff  one – two",
            "  25 of 200 done (12 %), 0/min, 0 out, 0 waiting, 2 doubled",
            "  +12 −9 =4",
            "  set aside: eve: its game does not replay",
            "ann         4     3         12       120       1    1.2 M  1.2.3  foreign",
            "  not for 00ff: another signature",
        ] {
            assert!(text.lines().any(|shown| shown == line), "{line}\n{text}");
        }
        assert_eq!(text.lines().filter(|line| line.starts_with('c')).count(), 30);
    }

    #[test]
    fn a_small_terminal_gets_as_many_lines_as_it_has() {
        for height in 5..60 {
            let text = draw(&fleet(), "nats://host", Some(height));
            assert!(text.lines().count() < height, "{height}: {text}");
            assert!(text.starts_with("fleet attic at nats://host"));
        }
        let text = draw(&fleet(), "nats://host", Some(20));
        assert!(text.contains("more workers (--once lists all)"), "{text}");
    }
}
