//! The `goren` program: one file per subcommand.
#![forbid(unsafe_code)]

mod agent;
mod analyze;
mod arena;
mod bench;
mod book;
mod bounded_lines;
mod calibrate;
mod classic;
mod completions;
mod convert;
mod datagen;
mod drawing;
mod evaluation;
mod explain;
mod fleet;
mod gomocup;
mod harvest;
mod input;
mod lab;
mod library;
mod man;
mod r#match;
mod nats;
mod pack;
mod perft;
mod play;
mod puzzles;
mod random;
mod remote;
mod review;
mod search_args;
mod selfplay;
mod serve;
mod show;
mod signals;
mod solve;
mod spsa;
mod store;
mod teach;
mod terminal;
mod tournament;
mod tune;
mod verify;
mod watchdog;
mod worker;

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[cfg(not(panic = "unwind"))]
compile_error!("build with panic = \"unwind\": an agent that panics loses its game, not the program");

/// Plays, studies and solves Gomoku.
#[derive(Parser)]
#[command(name = "goren", version, after_help = EXAMPLES, arg_required_else_help = false)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  goren                                   open the studio in the browser
  goren play                              play at this terminal
  goren play --rule renju --opening taraguchi-10
  goren show h8i9g7                       draw a line of moves
  goren show game.sgf --why j7            why is j7 forbidden?
  goren convert game.psq game.sgf         any format to any other
  goren analyze h8i9g7 --lines 3          the three best lines
  goren solve --rule renju problem.json --vct
  goren review game.sgf                   where was the game lost?
  goren puzzles make --games mine.sgf --out mine.jsonl   puzzles from your games
  goren perft --rule renju --depth 3      count legal move sequences
  goren gomocup                           serve a tournament manager or a board
  goren match goren:level=6 boundary --time 20ms
  goren classic masked h8i9g7 --trace tree.json
  goren lab report --quick --out lab      measure the five classic programs
  goren library import games.sgf          keep games, and search them
  goren datagen --games 10000 --out games.pack   games to train on
  goren spsa --parameter razor_base lmr_divisor   tune numbers of the search
  goren worker --nats nats://host:4222    play for matches run with --nats

Points are letters from the left (i included) and numbers from the bottom: a1 is the lower left, h8 the centre
of 15×15.";

#[derive(Subcommand)]
enum Command {
    /// Draw a position and describe its state.
    Show(show::Show),
    /// Read a game in any format and write it in any other.
    Convert(convert::Convert),
    /// Count the sequences of legal moves, by first move.
    Perft(perft::Perft),
    /// Open the studio: play and analyse in the browser (also what `goren` alone does).
    Serve(serve::Serve),
    /// Check, copy, export or repair the stored games.
    Store(store::Store),
    /// Play a game at this terminal.
    Play(play::Play),
    /// Serve a manager that speaks the Gomocup or the Yixin protocol.
    Gomocup(gomocup::Gomocup),
    /// Find the best lines of a position.
    Analyze(analyze::Analyze),
    /// Prove or refute a win by fours, or by fours and threes.
    Solve(solve::Solve),
    /// Check proofs by the rules alone.
    Verify(verify::Verify),
    /// Review a whole game: mistakes, accuracy, the last escape.
    Review(review::Review),
    /// Search fixed positions and print the speed and a signature.
    Bench(bench::Bench),
    /// Generate opening books.
    Book(book::Book),
    /// Measure how strong the levels and the classic programs are.
    Calibrate(calibrate::Calibrate),
    /// Let the engine play itself under the referee.
    Selfplay(selfplay::Selfplay),
    /// Generate training games, many concurrently.
    Datagen(datagen::Datagen),
    /// Inspect, join and shuffle packs of games.
    Pack(pack::Pack),
    /// Make, check, list and print puzzles.
    Puzzles(puzzles::Puzzles),
    /// Let two agents play a match, with statistics.
    Match(r#match::Match),
    /// Let many agents play a tournament.
    Tournament(tournament::Tournament),
    /// Play for the matches and tournaments of a fleet.
    Worker(worker::Worker),
    /// Show the workers and runs of a fleet.
    Fleet(fleet::Fleet),
    /// Show how one of the five classic programs chooses a move.
    Classic(classic::Classic),
    /// Measure the classic programs against what their documents claim.
    Lab(lab::Lab),
    /// Import, search and explore games.
    Library(library::LibraryCommand),
    /// Fit the evaluation to games.
    Tune(tune::Tune),
    /// Tune several search parameters together by self-play.
    Spsa(spsa::Spsa),
    /// Play the teacher's games, for the program that trains it.
    #[command(hide = true)]
    Teach(teach::Teach),
    /// Kill the engines of a program that has ended.
    #[command(hide = true)]
    Watchdog(watchdog::Watchdog),
    /// Write positions that searches evaluate, for the program that trains the network.
    #[command(hide = true)]
    Harvest(harvest::Harvest),
    /// Print the completion script of a shell.
    Completions(completions::Completions),
    /// Print the manual page, or write the pages of all commands.
    Man(man::Man),
}

fn main() -> ExitCode {
    let command = parsed().command.unwrap_or_else(|| Command::Serve(serve::Serve::default()));
    goren_arena::set_watchdog(watchdog::command);
    let outcome = match command {
        Command::Show(show) => show.run(),
        Command::Convert(convert) => convert.run(),
        Command::Perft(perft) => perft.run(),
        Command::Play(play) => play.run(),
        Command::Gomocup(gomocup) => gomocup.run(),
        Command::Analyze(analyze) => analyze.run(),
        Command::Solve(solve) => solve.run(),
        Command::Verify(verify) => verify.run(),
        Command::Review(review) => review.run(),
        Command::Bench(bench) => bench.run(),
        Command::Book(book) => book.run(),
        Command::Calibrate(calibrate) => calibrate.run(),
        Command::Selfplay(selfplay) => selfplay.run(),
        Command::Datagen(datagen) => datagen.run(),
        Command::Pack(pack) => pack.run(),
        Command::Serve(serve) => serve.run(),
        Command::Store(store) => store.run(),
        Command::Puzzles(puzzles) => puzzles.run(),
        Command::Match(arguments) => arguments.run(),
        Command::Tournament(tournament) => tournament.run(),
        Command::Worker(worker) => worker.run(),
        Command::Fleet(fleet) => fleet.run(),
        Command::Classic(classic) => classic.run(),
        Command::Lab(lab) => lab.run(),
        Command::Library(library) => library.run(),
        Command::Tune(tune) => tune.run(),
        Command::Spsa(spsa) => spsa.run(),
        Command::Teach(teach) => teach.run(),
        Command::Watchdog(watchdog) => watchdog.run(),
        Command::Harvest(harvest) => harvest.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has closed the pipe: `goren perft … | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::say(&format!("goren: {}", without_codes(&format!("{error:#}"))));
            if signals::was_interrupted() { ExitCode::from(signals::INTERRUPTED) } else { ExitCode::FAILURE }
        }
    }
}

/// The arguments as commands; if they are wrong, exits with 2. Help and version are not errors.
fn parsed() -> Arguments {
    Arguments::try_parse_from(arguments()).unwrap_or_else(|error| {
        if !error.use_stderr() {
            error.exit();
        }
        let text = error.render();
        let text = if io::stderr().is_terminal() && drawing::wants_colour() {
            text.ansi().to_string()
        } else {
            text.to_string()
        };
        // All errors of this program begin alike. Nobody has to read them: the terminal may be closed.
        let _ = write!(io::stderr(), "{}", text.replacen("error:", "goren:", 1));
        std::process::exit(2)
    })
}

/// What the system says, in the words of this program: `no such file` for `No such file or directory (os error 2)`.
fn without_codes(text: &str) -> String {
    let mut text = text.replace("No such file or directory", "no such file");
    while let Some(start) = text.find(" (os error ")
        && let Some(length) = text[start..].find(')')
    {
        text.replace_range(start..=start + length, "");
    }
    text
}

/// The arguments; a program called `pbrain-…`, as in tournaments, acts as an engine.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let file = arguments.first().and_then(|path| Path::new(path).file_name());
    let prefix = file.map(|name| name.to_string_lossy().to_ascii_lowercase());
    if prefix.is_some_and(|name| name.starts_with("pbrain-")) {
        arguments.insert(1, OsString::from("gomocup"));
    }
    arguments
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
