//! The developer's commands. The workflows in `.github` call them and nothing else, so that what runs there runs here.
#![forbid(unsafe_code)]

mod bench;
mod budget;
mod deny;
mod dist;
mod fuzz;
mod house;
mod install;
mod json;
mod miri;
mod msrv;
mod pages;
mod release;
mod shell;
mod test;
mod training;

use std::env;
use std::process::ExitCode;

use install::Installing;
use shell::say;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [PHASE]...      every check, or only those named; `cargo xtask test --list` lists them
  bench                build the program and compare its signature with the `Bench:` line of the newest
                       commit that touches core, nnue or engine
  deny                 licences, advisories, duplicates and sources of the dependencies (cargo-deny)
  msrv                 compile everything with the oldest Rust that the manifest promises
  fuzz [SECONDS]       build every fuzz target, and run each for so long (nightly, cargo-fuzz) [default: 60]
  miri                 tests of core and of the vector code under Miri (nightly)
  dist [TARGET]        an archive of the program in target/dist
  release TAG          release notes and checksums for the archives in target/dist
  screenshots [FOLDER] the README's pictures; into a folder, every page at eleven sizes, light and dark
  soak [--minutes N] [--seed S]
                       random people at the studio, until a fault is found or the time is over
  speed                how fast the pages of a release are: requests, bytes, paints, frames
  house                draw the crates and the arrows between them: docs/house.svg

  --no-install         install nothing: fail where something is missing";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    let given = arguments.len();
    arguments.retain(|argument| argument != "--no-install");
    let installing = if arguments.len() < given { Installing::Forbidden } else { Installing::Announced };
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["test", "--list"] => {
            test::list();
            Ok(())
        }
        ["test", ref phases @ ..] => test::run(phases, installing),
        ["bench"] => bench::run(),
        ["deny"] => deny::run(installing),
        ["msrv"] => msrv::run(installing),
        ["miri"] => miri::run(installing),
        ["fuzz"] => fuzz::run(None, installing),
        ["fuzz", seconds] => fuzz::run(Some(seconds), installing),
        ["dist"] => dist::run(None, installing),
        ["dist", target] => dist::run(Some(target), installing),
        ["release", tag] => release::run(tag),
        ["screenshots"] => pages::screenshots(None, installing),
        ["screenshots", folder] => pages::screenshots(Some(folder), installing),
        ["soak", ref options @ ..] => pages::soak(options, installing),
        ["speed"] => pages::speed(installing),
        ["house"] => house::run(),
        ["help" | "--help" | "-h"] => {
            say(USAGE);
            Ok(())
        }
        _ => {
            say(&format!("expected a command, got `{}`\n{USAGE}", arguments.join(" ")));
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&format!("xtask: {message}"));
            ExitCode::FAILURE
        }
    }
}
