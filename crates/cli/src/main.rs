//! The `goren` program: one file per subcommand.

mod board;
mod completions;
mod convert;
mod input;
mod perft;
mod play;
mod show;

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Plays, studies and solves Gomoku.
#[derive(Parser)]
#[command(name = "goren", version, after_help = EXAMPLES, arg_required_else_help = false)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  goren                                   play at this terminal
  goren play --rule renju --opening taraguchi-10
  goren show h8i9g7                       draw a line of moves
  goren show game.sgf --why j7            why is j7 forbidden?
  goren convert game.psq game.sgf         any format to any other
  goren perft --rule renju --depth 3      count legal move sequences

Points are letters from the left (i included) and numbers from the bottom: a1 is the lower left, h8 the centre
of 15×15.";

#[derive(Subcommand)]
enum Command {
    /// Draw a position and say how it stands.
    Show(show::Show),
    /// Read a game in any format and write it in any other.
    Convert(convert::Convert),
    /// Count the sequences of legal moves, by first move.
    Perft(perft::Perft),
    /// Play a game at this terminal (also what `goren` alone does).
    Play(play::Play),
    /// Print the completion script of a shell.
    Completions(completions::Completions),
}

fn main() -> ExitCode {
    let command = Arguments::parse().command.unwrap_or_else(|| Command::Play(play::Play::default()));
    let outcome = match command {
        Command::Show(show) => show.run(),
        Command::Convert(convert) => convert.run(),
        Command::Perft(perft) => perft.run(),
        Command::Play(play) => play.run(),
        Command::Completions(completions) => completions.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has seen enough: `goren perft … | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report(&error);
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

#[expect(clippy::print_stderr, reason = "diagnostics go to stderr, in one line")]
fn report(error: &anyhow::Error) {
    eprintln!("goren: {error:#}");
}
