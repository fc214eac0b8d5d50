//! `goren match`: two agents against each other.

use anyhow::bail;
use clap::Args;
use goren_arena::{Sprt, System};

use crate::arena::{Games, Running};

/// Arguments of `goren match`.
#[derive(Args)]
#[command(after_help = "\
A contestant is goren at a level (goren, goren:level=6,threads=2) or with another evaluation (goren:net=new.bin, \
goren:eval=classical), the teacher (teacher:net=training/teacher/teacher.bin,sims=64), a classic program (boundary, automaton:depth=3, \
masked:weighting=program, trapper:without=book+table), the path of a Gomocup engine, a name from --engines, or settings such as name=new cmd=\"./engine --fast\" nodes=4000 option.threads=2 env.HOME=/tmp. Limits given there replace those \
of the match: time, nodes, depth, memory (MiB). goren:cpu=10 also limits each move to 10 ms of processor time, so that a match of goren with \
other parameters (goren:set=razor_base=150) or another network says the same on a busy machine; give it a --time that is long enough.

Games are played in pairs: the same opening with colours reversed. Every game is on disk before it counts, in a new folder \
goren-match-DATE unless --out names one: journal.jsonl, games.sgf, results.csv, report.html. The same command with the same \
--out continues where it stopped, as does --resume. Ctrl-C finishes the running games; a second one aborts them.

A sequential test counts complete pairs in the order of the schedule, so that it reaches the same verdict after an \
interruption and at any concurrency.

With --nats the games are played by the workers of a fleet (see `goren worker` and `goren fleet`); everything else is the same. Networks travel \
with the match. Engines do not: workers take part if their owners allow an engine of that name, with a command of their own.

Examples:
  goren match goren:level=6 goren:level=5 --time 20ms
  goren match ./old/goren ./new/goren --time 100ms --sprt 0,5 --concurrency 8 --pin
  goren match 'name=x cmd=\"./x --fast\"' goren --nodes 4000 --book openings.txt --out x-match
  goren match goren:cpu=10,net=new.bin goren:cpu=10 --time 20s --symmetry --pairs 300
  goren match goren:net=new.bin goren --nodes 20000 --sprt 0,5 --nats nats://10.0.0.1:4222
  goren match --resume x-match")]
pub(crate) struct Match {
    #[command(flatten)]
    games: Games,
    /// Stop as soon as a sequential test of elo0 against elo1 for the first contestant is decided: `0,5`, or
    /// `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalised`.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true, conflicts_with = "resume")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    running: Running,
}

/// The default number of pairs, with and without a sequential test.
const PAIRS: usize = 50;
const MAX_PAIRS: usize = 50_000;

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.running.resume.is_some() {
            self.games.expect_no_board()?;
            return self.running.resume().map(drop);
        }
        let pairs = if self.sprt.is_some() { MAX_PAIRS } else { PAIRS };
        let mut plan = self.games.plan(System::RoundRobin, pairs)?;
        if plan.contestants.len() != 2 {
            bail!("expected two contestants, got {}; `goren tournament` takes more", plan.contestants.len());
        }
        plan.sprt = self.sprt;
        self.running.run(&plan, "match").map(drop)
    }
}
