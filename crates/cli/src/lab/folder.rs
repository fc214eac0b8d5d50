//! The folder to which experiments write their files.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use goren_arena::{Journal, Plan};
use goren_lab::{ClaimJudgement, Finding, Workload, judgements};
use serde_json::{Value, json};

use crate::arena::files::{command, today};

/// How the newest measurement of a folder was made. A folder with it is of the lab.
const SETTINGS: &str = "settings.json";

/// A folder of results.
pub(super) struct Folder {
    path: PathBuf,
    /// What lay there before it was the lab's: this stays as it is.
    foreign: BTreeSet<OsString>,
}

impl Folder {
    pub(super) fn open(path: &Path) -> anyhow::Result<Folder> {
        fs::create_dir_all(path).with_context(|| format!("--out {}", path.display()))?;
        let mut folder = Folder { path: path.to_owned(), foreign: BTreeSet::new() };
        let settings = fs::read(path.join(SETTINGS)).ok();
        let settings = settings.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        if !settings
            .is_some_and(|settings| settings["command"].is_string() && settings["version"].is_string())
        {
            let entries = fs::read_dir(path).with_context(|| path.display().to_string())?;
            folder.foreign = entries.flatten().map(|entry| entry.file_name()).collect();
            for name in
                [SETTINGS, "report.html", "claims.csv", "claims.md", "claims.html", "mine.html", "mine.jsonl"]
            {
                folder.expect_own(name)?;
            }
            folder.write_json(
                &json!({ "version": env!("CARGO_PKG_VERSION"), "date": today(), "command": command() }),
            )?;
        }
        Ok(folder)
    }

    /// Fails if a file of this name is not the lab's.
    fn expect_own(&self, name: &str) -> anyhow::Result<()> {
        if self.foreign.contains(OsStr::new(name)) {
            bail!("{} exists and is not of the lab; name another folder", self.path.join(name).display());
        }
        Ok(())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file completely, or leaves the old one.
    pub(super) fn write(&self, name: &str, text: &str) -> anyhow::Result<()> {
        self.expect_own(name)?;
        let (path, draft) = (self.path.join(name), self.path.join(format!("{name}.part")));
        let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, &path));
        written.with_context(|| path.display().to_string())
    }

    /// Writes the table and the pictures of the results.
    pub(super) fn keep(&self, finding: &dyn Finding) -> anyhow::Result<()> {
        let word = finding.name();
        self.write(&format!("{word}.csv"), &finding.csv())?;
        for (name, figure) in finding.figures() {
            self.write(&format!("{word}-{name}.svg"), &figure.standalone())?;
        }
        Ok(())
    }

    /// What earlier runs in this folder say about the claims.
    pub(super) fn judgements(&self) -> BTreeMap<String, ClaimJudgement> {
        fs::read_to_string(self.path.join("claims.csv"))
            .map_or_else(|_| BTreeMap::new(), |text| judgements(&text))
    }

    /// The journal of a plan's games; a journal of another plan is replaced.
    pub(super) fn journal(&self, word: &str, plan: &Plan) -> anyhow::Result<Journal> {
        let name = format!("{word}.jsonl");
        self.expect_own(&name)?;
        let path = self.path.join(name);
        if path.exists() {
            let journal = Journal::open(&path)?;
            if journal.expect(plan).is_ok() {
                return Ok(journal);
            }
            drop(journal);
            fs::remove_file(&path).with_context(|| path.display().to_string())?;
        }
        Ok(Journal::create(&path, plan, &command())?)
    }

    /// Writes the settings needed to repeat the measurement.
    pub(super) fn write_settings(&self, workload: &Workload) -> anyhow::Result<()> {
        self.write_json(&json!({
            "version": env!("CARGO_PKG_VERSION"),
            "date": today(),
            "command": command(),
            "seed": workload.seed,
            "positions": workload.positions,
            "deepest": workload.deepest,
            "longest_s": workload.longest.as_secs_f64(),
            "pairs": workload.pairs,
            "levels": workload.levels,
            "concurrency": workload.threads,
            "samples": workload.samples,
            "processor": processor(),
            "load": load().1,
            "optimised": !cfg!(debug_assertions),
        }))
    }

    fn write_json(&self, settings: &Value) -> anyhow::Result<()> {
        self.write(SETTINGS, &format!("{settings:#}\n"))
    }
}

/// What to say of times that a build with debug checks took.
pub(super) fn checks() -> &'static str {
    if cfg!(debug_assertions) { ", a build with debug checks" } else { "" }
}

/// The settings in readable form.
pub(super) fn settings(workload: &Workload) -> Vec<(String, String)> {
    let levels: Vec<String> = workload.levels.iter().map(ToString::to_string).collect();
    let build = if cfg!(debug_assertions) { " (not optimised)" } else { "" };
    [
        ("goren", format!("{}{build}", env!("CARGO_PKG_VERSION"))),
        ("Processor", processor().unwrap_or_default()),
        ("Seed", workload.seed.to_string()),
        ("Positions", workload.positions.to_string()),
        ("Longest search", format!("{} s", workload.longest.as_secs_f64())),
        ("Games for each two", (2 * workload.pairs).to_string()),
        ("Levels of goren", levels.join(", ")),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// The processor's model name, if known (Linux).
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// How busy the machine is, if known (Linux): times are only as good as that.
pub(super) fn load() -> (String, String) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let mut averages = text.split(' ');
    let load = match (averages.next(), averages.next()) {
        (Some(minute), Some(five)) => {
            format!("{minute} in the last minute, {five} in five, of {processors} processors")
        }
        _ => String::new(),
    };
    ("Load when this was written".to_owned(), load)
}

/// Prints where the results are.
pub(super) fn say(text: &str) -> anyhow::Result<()> {
    Ok(writeln!(std::io::stdout(), "{text}")?)
}
