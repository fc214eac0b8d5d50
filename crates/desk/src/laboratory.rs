//! The lab: experiments with the classic programs that a page starts, watches and stops. One runs at a time, in a thread of
//! its own that counts as one search; what was found is kept in memory and, where there is a folder, in a file each.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use goren_arena::{Budget, Builtin, MakeError};
use goren_classics::{Settings, classic};
use goren_core::{Agent, Stop};
use goren_engine::{Engine, Level, Options};
use goren_lab::{
    ClaimJudgement, Experiment, FIGURE_STYLE, Findings, Games, Observer, Part, Row, Section, Workload,
    claims, claims_sections, of_experiment, recorded,
};
use goren_record::date;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::load::Load;
use crate::wire::{
    ExperimentView, FigureView, LabCell, LabEffort, LabResult, LabRow, LabRun, LabTable, LabView, PartView,
    SectionView, now_ms,
};

/// The name under which the claims are found; they are judged anew after every experiment.
const CLAIMS: &str = "claims";
const ABOUT_CLAIMS: &str = "Every claim of the five documents, with a verdict.";
/// The name under which all experiments are started, one after the other.
const ALL: &str = "all";
/// The file with the judgements of the claims.
const JUDGEMENTS: &str = "judgements";
/// The largest file of a result that is read back.
const LARGEST: u64 = 16 << 20;

/// The experiments of one server.
pub(crate) struct Laboratory {
    load: Load,
    folder: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: Option<(LabRun, Stop)>,
    trouble: Option<String>,
    findings: Findings,
    /// What all runs so far say about the claims, earlier runs of the server included, and where there was none, the run
    /// that goren was built with.
    judgements: BTreeMap<String, ClaimJudgement>,
    results: BTreeMap<String, Arc<LabResult>>,
}

impl Laboratory {
    /// The lab, with what earlier runs of the server have found.
    pub(crate) fn new(load: Load, data: Option<&PathBuf>) -> Arc<Laboratory> {
        let folder = data.map(|data| data.join("lab"));
        let mut state = State { judgements: recorded(), ..State::default() };
        if let Some(folder) = &folder {
            for name in names() {
                let result = read::<LabResult>(folder, name);
                state.results.extend(result.map(|result| (name.to_owned(), Arc::new(result))));
            }
            let earlier: Option<BTreeMap<String, ClaimJudgement>> = read(folder, JUDGEMENTS);
            state.judgements.extend(earlier.into_iter().flatten());
        }
        Arc::new(Laboratory { load, folder, state: Mutex::new(state) })
    }

    /// What can be measured, what is under way, what was found.
    pub(crate) fn view(&self) -> LabView {
        let state = self.lock();
        let experiment = |name: &'static str, about: &'static str| ExperimentView {
            name,
            about,
            found_ms: state.results.get(name).and_then(|result| result.found_ms),
            effort: state.results.get(name).map(|result| result.effort),
        };
        let all = Experiment::REPORT.into_iter().map(|each| experiment(each.name(), each.about()));
        LabView {
            experiments: all.chain([experiment(CLAIMS, ABOUT_CLAIMS)]).collect(),
            running: state.running.as_ref().map(|running| running.0.clone()),
            trouble: state.trouble.clone(),
        }
    }

    /// What an experiment found; the claims can always be shown, even if nothing was measured yet.
    pub(crate) fn result(&self, name: &str) -> Option<Arc<LabResult>> {
        let state = self.lock();
        let found = state.results.get(name).cloned();
        match found {
            None if name == CLAIMS => {
                let table = claims(&state.findings).with_earlier(&state.judgements);
                let sections = claims_sections(&state.findings, &table);
                Some(Arc::new(LabResult { found_ms: None, ..result(CLAIMS, LabEffort::Quick, &sections) }))
            }
            found => found,
        }
    }

    /// Starts an experiment, or all of them, or says why not.
    pub(crate) fn start(self: &Arc<Laboratory>, name: &str, effort: LabEffort) -> Result<(), String> {
        let wanted: Vec<Experiment> =
            Experiment::REPORT.into_iter().filter(|each| name == ALL || each.name() == name).collect();
        let Some(first) = wanted.first() else {
            let known: Vec<&str> = Experiment::REPORT.iter().map(|each| each.name()).collect();
            let got: String = name.chars().take(32).collect();
            return Err(format!("expected {ALL} or one of {}, got `{got}`", known.join(", ")));
        };
        let mut state = self.lock();
        if let Some((running, _)) = &state.running {
            return Err(format!("{} is being measured: stop it first", running.name));
        }
        let search = self.load.search().map_err(|refusal| refusal.to_string())?;
        let stop = Stop::default();
        let run = run(*first, effort);
        state.trouble = None;
        let lab = Arc::clone(self);
        let flag = stop.clone();
        std::thread::Builder::new()
            .name("lab".to_owned())
            .spawn(move || {
                let _search = search;
                lab.work_on(&wanted, effort, &flag);
            })
            .map_err(|error| error.to_string())?;
        state.running = Some((run, stop));
        Ok(())
    }

    /// Stops the experiment that is under way.
    pub(crate) fn stop(&self) {
        if let Some((_, stop)) = &self.lock().running {
            stop.raise();
        }
    }

    /// One after the other, until one leaves no result.
    fn work_on(&self, wanted: &[Experiment], effort: LabEffort, stop: &Stop) {
        for &experiment in wanted {
            if let Some((running, _)) = &mut self.lock().running {
                *running = run(experiment, effort);
            }
            let trouble = self.work(experiment, effort, stop);
            let mut state = self.lock();
            state.trouble = trouble;
            if state.trouble.is_some() {
                break;
            }
        }
        self.lock().running = None;
    }

    /// Runs an experiment and keeps what it found, or says why there is nothing.
    fn work(&self, experiment: Experiment, effort: LabEffort, stop: &Stop) -> Option<String> {
        let mut findings = self.lock().findings.clone();
        let workload = match effort {
            LabEffort::Quick => Workload::quick(),
            LabEffort::Full => Workload::full(),
        };
        findings.run = format!("{}, {}", workload.name(), date(now_ms() / 1000));
        let mut progress = |progress: goren_lab::ExperimentProgress<'_>| {
            if let Some((running, _)) = &mut self.lock().running {
                (running.done, running.total) = (progress.done, progress.total);
                progress.what.clone_into(&mut running.what);
            }
        };
        let ran = catch_unwind(AssertUnwindSafe(|| {
            let mut observer = Observer { stop, progress: &mut progress };
            let mut games = Games { maker: &make, journal: &mut |_, _| Ok(None) };
            findings.run(experiment, &workload, &mut games, &mut observer)
        }));
        let trouble = match ran {
            Ok(Ok(())) if stop.is_raised() => Some(format!("{} was stopped", experiment.name())),
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("{} failed", experiment.name())),
        };
        let mut found = Vec::new();
        let mut judgements = self.lock().judgements.clone();
        let mut unwritten = None;
        if trouble.is_none() {
            let table = claims(&findings).with_earlier(&judgements);
            judgements = table.judgements();
            found.push(result(experiment.name(), effort, &of_experiment(experiment, &findings)));
            found.push(result(CLAIMS, effort, &claims_sections(&findings, &table)));
            let written = found.iter().map(|result| self.write(&result.name, result));
            // What goren was built with is not written down: another goren has another.
            let recorded = recorded();
            let mut own = judgements.clone();
            own.retain(|id, judgement| recorded.get(id) != Some(judgement));
            unwritten = written.chain([self.write(JUDGEMENTS, &own)]).find_map(Result::err);
        }
        if !found.is_empty() {
            let mut state = self.lock();
            (state.findings, state.judgements) = (findings, judgements);
            state.results.extend(found.into_iter().map(|result| (result.name.clone(), Arc::new(result))));
        }
        trouble.or(unwritten)
    }

    /// Writes a file completely, or leaves the old one.
    fn write(&self, name: &str, content: &impl Serialize) -> Result<(), String> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let (path, draft) = (folder.join(format!("{name}.json")), folder.join(format!("{name}.part")));
        let text = serde_json::to_vec(content).map_err(|error| error.to_string())?;
        let written = fs::create_dir_all(folder)
            .and_then(|()| fs::write(&draft, text))
            .and_then(|()| fs::rename(&draft, &path));
        written.map_err(|error| format!("{}: {error}", path.display()))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An experiment that begins.
fn run(experiment: Experiment, effort: LabEffort) -> LabRun {
    LabRun { name: experiment.name(), effort, done: 0, total: 1, what: String::new(), since_ms: now_ms() }
}

/// A file of the lab. One that cannot be read is as good as none: the experiment can be run again.
fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> Option<T> {
    let path = folder.join(format!("{name}.json"));
    let is_small = fs::metadata(&path).is_ok_and(|meta| meta.len() <= LARGEST);
    let text = if is_small { fs::read(&path).ok()? } else { return None };
    serde_json::from_slice(&text).ok()
}

/// Everything that can have a result.
fn names() -> impl Iterator<Item = &'static str> {
    Experiment::REPORT.into_iter().map(Experiment::name).chain([CLAIMS])
}

/// The agents of the experiments' games.
fn make(builtin: &Builtin, budget: &Budget, seed: u64) -> Result<Box<dyn Agent + Send>, MakeError> {
    if builtin.kind == "goren" {
        let level = builtin.options.get("level").and_then(|level| level.parse().ok()).unwrap_or(10);
        let level = Level::new(level)?;
        return Ok(Box::new(Engine::new(Options { level, seed, ..Options::default() })));
    }
    let mut settings = Settings { depth: budget.depth, seed, ..Settings::default() };
    for (key, value) in &builtin.options {
        settings.set(key, value)?;
    }
    Ok(Box::new(classic(&builtin.kind, &settings)?))
}

fn result(name: &str, effort: LabEffort, sections: &[Section]) -> LabResult {
    LabResult {
        name: name.to_owned(),
        found_ms: Some(now_ms()),
        effort,
        sections: sections.iter().map(section).collect(),
        style: FIGURE_STYLE.to_owned(),
    }
}

fn section(section: &Section) -> SectionView {
    let row = |row: &Row| match row {
        Row::Group(name) => LabRow { group: Some(name.clone()), cells: Vec::new() },
        Row::Cells(cells) => LabRow {
            group: None,
            cells: cells
                .iter()
                .map(|cell| LabCell { text: cell.text.clone(), tone: cell.tone.class().to_owned() })
                .collect(),
        },
    };
    let part = |part: &Part| match part {
        Part::Table(table) => PartView {
            table: Some(LabTable {
                caption: table.caption.clone(),
                head: table.head.iter().map(|&name| name.to_owned()).collect(),
                rows: table.rows.iter().map(row).collect(),
            }),
            ..PartView::default()
        },
        Part::Figures(figures) => PartView {
            figures: Some(
                figures
                    .iter()
                    .map(|(name, figure)| FigureView {
                        name: (*name).to_owned(),
                        label: figure.label.clone(),
                        svg: figure.inline(),
                    })
                    .collect(),
            ),
            ..PartView::default()
        },
        Part::Text(text) => PartView { text: Some(text.clone()), ..PartView::default() },
    };
    SectionView {
        id: section.id.to_owned(),
        title: section.title.clone(),
        intro: section.intro.clone(),
        parts: section.parts.iter().map(part).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_lab::ClaimVerdict;
    use std::time::{Duration, Instant};

    fn wait(lab: &Laboratory) {
        let end = Instant::now() + Duration::from_secs(120);
        while lab.view().running.is_some() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(lab.view().running.is_none());
    }

    #[test]
    fn one_experiment_runs_at_a_time_and_its_result_is_kept() {
        let data = std::env::temp_dir().join(format!("goren-laboratory-{}", std::process::id()));
        let _ = fs::remove_dir_all(&data);
        let lab = Laboratory::new(Load::default(), Some(&data));
        assert!(lab.result("trace").is_none());
        let claims = lab.result("claims").unwrap();
        assert_eq!((claims.sections[0].id.as_str(), claims.found_ms), ("claims", None));
        let shown = serde_json::to_string(&*claims).unwrap();
        assert!(!shown.contains("\"not measured\",\"tone\":\"faint\""), "the recorded run is shown at first");
        assert!(shown.contains("full, 2026-11-"), "with its date");
        lab.start("drills", LabEffort::Full).unwrap();
        assert!(lab.start("trace", LabEffort::Quick).unwrap_err().contains("drills"));
        lab.stop();
        wait(&lab);
        assert!(lab.result("drills").is_none(), "what was stopped has no result");
        assert_eq!(lab.view().trouble.as_deref(), Some("drills was stopped"));
        lab.start("trace", LabEffort::Quick).unwrap();
        wait(&lab);
        assert_eq!(lab.view().trouble, None);
        let figures = |lab: &Laboratory| lab.result("trace").unwrap().sections[0].parts.len();
        assert_eq!(figures(&lab), 2);
        let again = Laboratory::new(Load::default(), Some(&data));
        assert_eq!(figures(&again), 2, "the next run of the server finds it");
        fs::remove_dir_all(&data).unwrap();
    }

    #[test]
    fn the_verdicts_of_earlier_runs_of_the_server_stay() {
        let data = std::env::temp_dir().join(format!("goren-judgements-{}", std::process::id()));
        let _ = fs::remove_dir_all(&data);
        fs::create_dir_all(data.join("lab")).unwrap();
        let earlier = ClaimJudgement {
            measured: "30 of 225".to_owned(),
            interval: String::new(),
            verdict: ClaimVerdict::Holds,
            why: String::new(),
            run: String::new(),
        };
        let file = data.join("lab/judgements.json");
        let text = serde_json::to_string(&BTreeMap::from([("boundary-storage", &earlier)])).unwrap();
        fs::write(&file, text).unwrap();
        let lab = Laboratory::new(Load::default(), Some(&data));
        lab.start("trace", LabEffort::Quick).unwrap();
        wait(&lab);
        let kept: BTreeMap<String, ClaimJudgement> =
            serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        assert_eq!(kept["boundary-storage"], earlier);
        assert!(kept.len() > 1, "what is known now is there, too");
        assert!(!kept.contains_key("boundary-ordering"), "what goren was built with is not");
        let shown = serde_json::to_string(&*lab.result(CLAIMS).unwrap()).unwrap();
        assert!(shown.contains("30 of 225"));
        fs::remove_dir_all(&data).unwrap();
    }

    #[test]
    fn all_experiments_run_one_after_the_other_until_they_are_stopped() {
        let lab = Laboratory::new(Load::default(), None);
        lab.start("all", LabEffort::Quick).unwrap();
        let end = Instant::now() + Duration::from_secs(120);
        let has_positions = |lab: &Laboratory| lab.result("positions").is_some();
        while !(has_positions(&lab) && lab.view().running.is_some_and(|run| run.name == "drills"))
            && Instant::now() < end
        {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(has_positions(&lab), "the first has a result while the second runs");
        assert!(lab.start("trace", LabEffort::Quick).is_err());
        lab.stop();
        wait(&lab);
        assert!(lab.view().trouble.unwrap().ends_with(" was stopped"));
        assert!(lab.result("weightings").is_none(), "what comes after is not begun");
    }

    #[test]
    fn an_unknown_experiment_is_quoted() {
        let lab = Laboratory::new(Load::default(), None);
        let error = lab.start("everything", LabEffort::Quick).unwrap_err();
        assert!(error.contains("`everything`") && error.contains("factorial"), "{error}");
    }
}
