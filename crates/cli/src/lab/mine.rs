//! `goren lab mine`: a program of one's own, tested and rated against the five.

use std::io::Write as _;

use clap::Args;
use goren_arena::{Contestant, ContestantError, Kind, Parser};
use goren_classics::{Settings, description};
use goren_core::Stop;
use goren_lab::{Mine, Observer, Trace, contest, mine_drills, mine_page, mine_plan, trace};

use super::bar::Bar;
use super::{Measuring, TRACE_TIMEOUT};
use crate::agent::{kinds, make};

/// Which program.
#[derive(Args)]
#[command(after_help = "\
First come some tasks, then 20 games against each of the five (6 with --quick, or as many pairs as --pairs says). With a program \
that answers at once this takes half a minute or less. A move may take 5 seconds: with a program that uses them it takes hours.")]
pub(super) struct Mining {
    /// An agent of this program such as `sixth`, or the command of one that speaks Gomocup's protocol.
    #[arg(value_name = "PROGRAM")]
    program: String,
    #[command(flatten)]
    measuring: Measuring,
}

impl Mining {
    pub(super) fn run(&self, stop: &Stop) -> anyhow::Result<()> {
        let mine = contestant(&self.program)?;
        let bench = self.measuring.bench(stop)?;
        let mut bar = Bar::new("tasks");
        let mut observer = Observer { stop, progress: &mut |progress| bar.show(progress) };
        let drills = mine_drills(&mine, &make, &bench.workload, &mut observer)
            .map_err(|error| anyhow::anyhow!(error))?;
        bar.finish();
        bench.go_on()?;
        let plan = mine_plan(mine.clone(), &bench.workload);
        let mut journal = bench.folder.journal("mine", &plan)?;
        let mut bar = Bar::new("games");
        let mut observer = Observer { stop, progress: &mut |progress| bar.show(progress) };
        let contest =
            contest("mine", &plan, &make, Some(&mut journal), bench.workload.threads, &mut observer)?;
        bar.finish();
        bench.go_on()?;
        let found = Mine { trace: watched(&mine, stop), name: mine.name, drills, contest };
        bench.folder.keep(&found)?;
        bench.folder.write("mine.html", &mine_page(&bench.findings, &found))?;
        let mut out = std::io::stdout().lock();
        write!(out, "{}", found.text())?;
        writeln!(out, "page       {}", bench.folder.path().join("mine.html").display())?;
        if found.trace.is_some() {
            writeln!(out, "theatre    goren serve, then School, Search theatre, {}", found.name)?;
        }
        Ok(())
    }
}

/// The program that a word names, or the command that runs it.
fn contestant(word: &str) -> Result<Contestant, ContestantError> {
    let parser = Parser { kinds: kinds(), ..Parser::default() };
    let is_command = word.contains(' ') && !word.contains('=');
    let parsed =
        if is_command { parser.parse(&format!("name=mine cmd=\"{word}\"")) } else { parser.parse(word) }?;
    // Its name in the tables must not be that of one of the five.
    let is_one_of_the_five = goren_classics::CLASSICS.iter().any(|classic| classic.name == parsed.name);
    Ok(if is_one_of_the_five { Contestant { name: format!("my {}", parsed.name), ..parsed } } else { parsed })
}

/// A search of a program whose search can be watched.
fn watched(mine: &Contestant, stop: &Stop) -> Option<Trace> {
    let Kind::Builtin(builtin) = &mine.kind else { return None };
    let classic = description(&builtin.kind).ok()?;
    trace(classic.name, &Settings::default(), &Trace::sample(classic, 1), 2, TRACE_TIMEOUT, stop).ok()
}
