//! A snapshot in Prometheus's text exposition format, version 0.0.4.

use std::fmt::Write as _;

use crate::message::{RunProgress, RunState, WorkerPulse, WorkerStanding};
use crate::snapshot::{ConnectionState, RunSeen, Snapshot, WorkerSeen};

/// The media type of the text.
pub const METRICS_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A snapshot as Prometheus reads it. Metrics, and the samples of each, always come in the same order.
pub fn metrics(snapshot: &Snapshot) -> String {
    let mut page = Page { text: String::new(), fleet: &snapshot.fleet };
    page.fleet_metrics(snapshot);
    page.worker_metrics(&snapshot.workers);
    page.run_metrics(&snapshot.runs);
    page.text
}

#[derive(Clone, Copy)]
enum Kind {
    Gauge,
    Counter,
}
use Kind::{Counter, Gauge};

struct Page<'a> {
    text: String,
    fleet: &'a str,
}

impl Page<'_> {
    fn fleet_metrics(&mut self, snapshot: &Snapshot) {
        let Snapshot { at, connection, totals, unreadable, .. } = snapshot;
        let is_connected = u64::from(connection.state == ConnectionState::Connected);
        let sums: [(&str, Kind, &str, f64); 10] = [
            ("connected", Gauge, "Whether there is a connection to the server.", is_connected as f64),
            ("snapshot_timestamp_seconds", Gauge, "When all this was true.", *at as f64 / 1000.0),
            ("workers", Gauge, "Workers.", f64::from(totals.workers)),
            ("slots", Gauge, "Tasks that all workers perform at once.", f64::from(totals.slots)),
            ("busy_slots", Gauge, "Slots that are busy.", f64::from(totals.busy)),
            (
                "finished_last_minute",
                Gauge,
                "Tasks finished within the last minute.",
                f64::from(totals.last_minute),
            ),
            ("waiting_tasks", Gauge, "Tasks that wait for a worker.", totals.waiting as f64),
            ("unread_answers", Gauge, "Answers that coordinators have not yet read.", totals.unread as f64),
            ("runs", Gauge, "Open runs.", f64::from(totals.runs)),
            ("unreadable_messages_total", Counter, "Pulses that could not be read.", *unreadable as f64),
        ];
        for (name, kind, help, value) in sums {
            self.family(name, kind, help, [(vec![], value)]);
        }
    }

    fn worker_metrics(&mut self, workers: &[WorkerSeen]) {
        let info = workers.iter().map(|WorkerSeen { pulse, .. }| {
            let signature = pulse.signature.to_string();
            let labels = [("worker", &pulse.worker), ("version", &pulse.version), ("signature", &signature)];
            (labels.map(|(name, value)| (name, value.clone())).to_vec(), 1.0)
        });
        self.family("worker_info", Gauge, "The program of a worker.", info);
        type Value = fn(&WorkerPulse) -> f64;
        let metrics: [(&str, Kind, &str, Value); 9] = [
            ("worker_slots", Gauge, "Tasks that a worker performs at once.", |pulse| pulse.slots.into()),
            ("worker_busy_slots", Gauge, "Slots of a worker that are busy.", |pulse| pulse.busy.into()),
            (
                "worker_slot_speed_nodes_per_second",
                Gauge,
                "The measured speed of one slot while all are busy.",
                |pulse| pulse.speed as f64,
            ),
            ("worker_finished_total", Counter, "Tasks that a worker has finished.", |pulse| {
                pulse.finished as f64
            }),
            ("worker_failed_total", Counter, "Tasks of a worker that failed.", |pulse| pulse.failed as f64),
            (
                "worker_finished_last_minute",
                Gauge,
                "Tasks that a worker has finished within the last minute.",
                |pulse| pulse.last_minute.into(),
            ),
            ("worker_refused_runs", Gauge, "Runs in which a worker does not take part.", |pulse| {
                pulse.refuses.len() as f64
            }),
            ("worker_leaving", Gauge, "Whether a worker finishes what it has begun, and leaves.", |pulse| {
                f64::from(u8::from(pulse.is_leaving))
            }),
            ("worker_start_time_seconds", Gauge, "When a worker was started.", |pulse| pulse.started as f64),
        ];
        for (name, kind, help, value) in metrics {
            let samples =
                workers.iter().map(|seen| (vec![("worker", seen.pulse.worker.clone())], value(&seen.pulse)));
            self.family(name, kind, help, samples);
        }
        let heard = workers
            .iter()
            .map(|seen| (vec![("worker", seen.pulse.worker.clone())], seen.heard as f64 / 1000.0));
        self.family("worker_heard_timestamp_seconds", Gauge, "When a worker was last heard.", heard);
    }

    fn run_metrics(&mut self, runs: &[RunSeen]) {
        let info = runs.iter().map(|run| {
            let state = match run.state {
                RunState::Open => "open",
                RunState::Draining => "draining",
            };
            let labels =
                [("run", run.run.as_str()), ("title", &run.title), ("work", &run.work), ("state", state)];
            (labels.map(|(name, value)| (name, value.to_owned())).to_vec(), 1.0)
        });
        self.family("run_info", Gauge, "An open run.", info);
        let of_run = |run: &RunSeen| vec![("run", run.run.clone())];
        let started = runs.iter().map(|run| (of_run(run), run.started as f64 / 1000.0));
        self.family("run_start_time_seconds", Gauge, "When a run began.", started);
        let silent = runs.iter().map(|run| (of_run(run), run.silent.unwrap_or(0) as f64 / 1000.0));
        self.family(
            "run_coordinator_silence_seconds",
            Gauge,
            "For how long a run's coordinator has been silent, if that is too long.",
            silent,
        );
        type Value = fn(&RunProgress) -> u64;
        let metrics: [(&str, Kind, &str, Value); 10] = [
            ("run_finished_total", Counter, "Tasks whose answers count.", |run| run.finished),
            ("run_expected_tasks", Gauge, "All tasks of a run, as far as known.", |run| run.expected),
            ("run_out_tasks", Gauge, "Tasks that are handed out and have no answer yet.", |run| run.out),
            ("run_waiting_tasks", Gauge, "Tasks that wait for a worker.", |run| run.waiting),
            ("run_unread_answers", Gauge, "Answers that the coordinator has not yet read.", |run| run.unread),
            ("run_finished_last_minute", Gauge, "Answers counted within the last minute.", |run| {
                run.last_minute.into()
            }),
            ("run_repeated_total", Counter, "Tasks that were given to another worker.", |run| run.repeated),
            ("run_doubled_total", Counter, "Answers that arrived again and were not counted.", |run| {
                run.doubled
            }),
            ("run_rejected_total", Counter, "Answers that did not pass the check.", |run| run.rejected),
            ("run_workers_aside", Gauge, "Workers that were set aside.", |run| {
                run.workers.iter().filter(|standing| standing.aside.is_some()).count() as u64
            }),
        ];
        for (name, kind, help, value) in metrics {
            let samples = runs.iter().filter_map(|run| {
                run.progress.as_ref().map(|progress| (of_run(run), value(progress) as f64))
            });
            self.family(name, kind, help, samples);
        }
        type Part = fn(&WorkerStanding) -> u64;
        let metrics: [(&str, &str, Part); 2] = [
            ("run_worker_counted_total", "Answers of a worker that count.", |standing| standing.counted),
            ("run_worker_rejected_total", "Answers of a worker that did not pass the check.", |standing| {
                standing.rejected
            }),
        ];
        for (name, help, value) in metrics {
            let samples = runs.iter().flat_map(|run| {
                run.progress.iter().flat_map(|progress| &progress.workers).map(move |standing| {
                    let labels = vec![("run", run.run.clone()), ("worker", standing.worker.clone())];
                    (labels, value(standing) as f64)
                })
            });
            self.family(name, Counter, help, samples);
        }
    }

    /// Writes a metric with all its samples; nothing if it has none.
    fn family(
        &mut self,
        name: &str,
        kind: Kind,
        help: &str,
        samples: impl IntoIterator<Item = (Vec<(&'static str, String)>, f64)>,
    ) {
        let kind = match kind {
            Gauge => "gauge",
            Counter => "counter",
        };
        let mut has_head = false;
        for (labels, value) in samples {
            // Writing to a string cannot fail.
            if !std::mem::replace(&mut has_head, true) {
                let _ =
                    writeln!(self.text, "# HELP goren_fleet_{name} {help}\n# TYPE goren_fleet_{name} {kind}");
            }
            let _ = write!(self.text, "goren_fleet_{name}{{fleet=\"{}\"", escaped(self.fleet));
            for (label, text) in &labels {
                let _ = write!(self.text, ",{label}=\"{}\"", escaped(text));
            }
            let _ = writeln!(self.text, "}} {value}");
        }
    }
}

/// The value of a label, escaped.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests;
