//! `goren teach`: self-play by tree search for a network that another process evaluates.

use std::io;
use std::num::NonZeroUsize;

use clap::{Args, value_parser};
use goren_core::Rule;
use goren_teacher::{Canvas, Lane, Mix, Plan, ServeError, Settings, serve};

/// Arguments of `goren teach`.
#[derive(Args)]
#[command(after_help = "\
Speaks the binary messages of docs/teacher.md on standard input and output, and ends when its input does. The program that trains \
the network (training/goren_training/teacher) starts it.

Examples:
  goren teach --lane 15:4096 --lane 15:4096 --lane 20:1024")]
pub(crate) struct Teach {
    /// Games that are evaluated together: the side of their tensors, 15 or 20, and how many [default: 15:1024 twice].
    #[arg(long = "lane", value_name = "SIDE:GAMES", value_parser = lane)]
    lanes: Vec<Lane>,
    /// Simulations for each move.
    #[arg(long, default_value_t = 32, value_parser = value_parser!(u32).range(2..=4096))]
    simulations: u32,
    /// Moves compared at the root.
    #[arg(long, default_value_t = 16, value_parser = value_parser!(u16).range(2..=400))]
    considered: u16,
    /// How much a difference in value counts against one in logits.
    #[arg(long, default_value_t = Settings::default().value_scale)]
    value_scale: f32,
    /// A rule and the weight of its games, such as `renju=20`; rules not named are not played [default: all].
    #[arg(long = "rule", value_name = "RULE=WEIGHT", value_parser = weight)]
    rules: Vec<(Rule, u32)>,
    /// Games of a hundred on the largest board of their lane.
    #[arg(long, default_value_t = Mix::default().largest, value_parser = value_parser!(u32).range(0..=100))]
    largest: u32,
    /// Games of a hundred with traps.
    #[arg(long, default_value_t = Mix::default().traps, value_parser = value_parser!(u32).range(0..=100))]
    traps: u32,
    /// Decides all games, together with the answers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that grow trees [default: one for each processor].
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

impl Teach {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let lanes = if self.lanes.is_empty() {
            vec![lane("15:1024").map_err(anyhow::Error::msg)?; 2]
        } else {
            self.lanes
        };
        let mut mix = Mix { largest: self.largest, traps: self.traps, ..Mix::default() };
        if !self.rules.is_empty() {
            mix.rules = [0; Rule::ALL.len()];
            for (rule, weight) in self.rules {
                mix.rules[rule as usize] = weight;
            }
        }
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let plan = Plan {
            lanes,
            settings: Settings {
                simulations: self.simulations,
                considered: self.considered.into(),
                value_scale: self.value_scale,
                ..Settings::default()
            },
            mix,
            seed: self.seed,
            threads: threads.unwrap_or(NonZeroUsize::MIN),
        };
        match serve(io::stdin().lock(), io::stdout(), &plan) {
            Err(ServeError::Io(error)) => Err(error.into()),
            served => Ok(served?),
        }
    }
}

fn lane(text: &str) -> Result<Lane, String> {
    let parse = || {
        let (side, games) = text.split_once(':')?;
        let canvas = Canvas::of_side(side.parse().ok()?)?;
        let games = games.parse().ok().filter(|games| (1..=1 << 20).contains(games))?;
        Some(Lane { canvas, games })
    };
    parse().ok_or_else(|| format!("expected a lane such as `15:1024` or `20:256`, got `{text}`"))
}

pub(crate) fn weight(text: &str) -> Result<(Rule, u32), String> {
    let (rule, weight) = text.split_once('=').unwrap_or((text, "1"));
    let rule = rule.parse().map_err(|error| format!("{error}"))?;
    let number = weight.parse().ok().filter(|number| (1..=1000).contains(number));
    number
        .map(|number| (rule, number))
        .ok_or_else(|| format!("expected a weight from 1 to 1000, got `{weight}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_and_weights_are_read_and_mistakes_quoted() {
        assert_eq!(lane("20:7").map(|lane| (lane.canvas.side(), lane.games)), Ok((20, 7)));
        for text in ["", "15", "15:0", "16:5", "15:x", "15:2000000"] {
            assert!(lane(text).unwrap_err().contains(&format!("`{text}`")));
        }
        assert_eq!(weight("renju=20"), Ok((Rule::Renju, 20)));
        assert_eq!(weight("caro"), Ok((Rule::Caro, 1)));
        assert!(weight("renju=0").unwrap_err().contains("`0`"));
        assert!(weight("chess=1").unwrap_err().contains("`chess`"));
    }
}
