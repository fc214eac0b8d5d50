//! `goren tournament`: many agents against each other.

use anyhow::bail;
use clap::Args;
use goren_arena::System;

use crate::arena::{Games, Running};

/// Arguments of `goren tournament`.
#[derive(Args)]
#[command(after_help = "\
Contestants, openings, limits, files and fleets (--nats) are as for `goren match`.

In a gauntlet the first named meets all others. A Swiss tournament has --rounds rounds. In a knock-out the order of the \
contestants is their seeding; a tie is replayed for at most two pairs, then the higher seed advances.

Examples:
  goren tournament goren:level=4 goren:level=5 goren:level=6 --pairs 20 --time 20ms
  goren tournament --engines engines.toml --format swiss --rounds 5 --time 1s --concurrency 4
  goren tournament ./new --engines engines.toml --format gauntlet --book openings.txt
  goren tournament goren:level=4 goren:level=5 goren:level=6 --nats nats://10.0.0.1:4222")]
pub(crate) struct Tournament {
    #[command(flatten)]
    games: Games,
    /// Who meets whom: round-robin, gauntlet, swiss or knock-out.
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", conflicts_with = "resume")]
    format: System,
    /// Rounds of a Swiss tournament [default: as many as a knock-out would have].
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: Option<u16>,
    #[command(flatten)]
    running: Running,
}

/// The default number of pairs per encounter.
const PAIRS: usize = 10;

impl Tournament {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if self.running.resume.is_some() {
            self.games.expect_no_board()?;
            return self.running.resume().map(drop);
        }
        let mut plan = self.games.plan(self.format, PAIRS)?;
        match (&mut plan.system, self.rounds) {
            (System::Swiss { rounds }, wanted) => {
                let enough = plan.contestants.len().next_power_of_two().ilog2() as usize;
                *rounds = wanted.map_or(enough, usize::from);
            }
            (_, Some(_)) => bail!("--rounds: only a Swiss tournament has a number of rounds"),
            _ => {}
        }
        self.running.run(&plan, "tournament").map(drop)
    }
}
