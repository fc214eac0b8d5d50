//! Five published student programs, each as its document describes it, as agents whose searches can be inspected.
//!
//! They share the game itself (core), a plain board to search on, limits, opening rules and instruments, and nothing
//! else: no program uses another's evaluation or search.
//!
//! In the document of `masked` exactly five in a row win, in that of `trapper` five or more; the other three say nothing of six,
//! and all but `masked` are played with five or more. Under any other rule the programs
//! know when the game is won and play no forbidden point while there is a legal move, but their evaluations, apart from that
//! of `masked`, do not take the rule into account. Traps are like the edge to all but `trapper`, which scores them like the
//! opponent's stones.
//!
//! ```
//! use goren_classics::{Settings, classic};
//! use goren_core::{Agent, Game, Limits, Opening, Rule, Size, Step, Stop};
//!
//! let mut boundary = classic("boundary", &Settings::default())?;
//! let game = Game::new(Rule::Freestyle, Size::DEFAULT, &[], Opening::Free)?;
//! let step = boundary.choose(&game, &Limits::default(), &Stop::default(), &mut |_| {});
//! assert_eq!(step, Step::Place("h8".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod account;
mod automaton;
mod boundary;
mod classic;
mod deadline;
mod explain;
#[cfg(test)]
mod fixture;
mod grid;
mod instruments;
pub mod masked;
mod miniature;
mod opening;
mod pv;
mod report;
mod sequences;
mod sixth;
#[cfg(test)]
mod tactics;
mod trace;
pub mod trapper;

pub use account::{Account, Saving};
pub use classic::{Addition, Classic, ClassicError, Description, Settings, Variant, Witness};
pub use explain::{Candidate, Counted, Explanation, Made, TableRow, Walk};
pub use instruments::{Bound, Counters, Effort, Event, Instruments, Kind, Listener, Unsearched};
pub use trace::Branch;

/// The five programs, in the order of their documents.
pub const CLASSICS: &[Description] = &[
    boundary::DESCRIPTION,
    automaton::DESCRIPTION,
    sequences::DESCRIPTION,
    trapper::DESCRIPTION,
    masked::DESCRIPTION,
];

/// Our own engine in small, which can be watched like the five.
pub const MINIATURE: &Description = &miniature::DESCRIPTION;

/// The program of whoever fills in `sixth/src/lib.rs`, which can be watched like the five.
pub const SIXTH: &Description = &sixth::DESCRIPTION;

/// The description of the program of that name.
pub fn description(name: &str) -> Result<&'static Description, ClassicError> {
    let description = CLASSICS.iter().chain([MINIATURE, SIXTH]).find(|description| description.name == name);
    description.ok_or_else(|| ClassicError::Name(name.to_owned()))
}

/// The program of that name, set up to play.
pub fn classic(name: &str, settings: &Settings) -> Result<Classic, ClassicError> {
    Classic::new(description(name)?, settings)
}

/// A program and its settings in their text form: `masked`, `boundary:variant=printed,without=table+ordering,depth=3`.
pub fn parse(text: &str) -> Result<(&'static Description, Settings), ClassicError> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let description = description(name)?;
    let mut settings = Settings::default();
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (key, value) = option.split_once('=').ok_or_else(|| ClassicError::Option(option.to_owned()))?;
        settings.set(key, value)?;
    }
    settings.parts(description)?;
    Ok((description, settings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{play, random_game, unhurried};
    use goren_core::Random;
    use std::time::Duration;

    use goren_core::{Agent as _, Clock, Game, Limits, Position, Rule, Size, Step, Stop};

    fn without(names: &[&str]) -> Settings {
        Settings { without: names.iter().map(|name| (*name).to_owned()).collect(), ..Settings::default() }
    }

    #[test]
    fn every_program_is_found_by_its_name_with_each_of_its_switches() {
        for description in CLASSICS {
            assert_eq!(
                classic(description.name, &Settings::default()).unwrap().description().name,
                description.name
            );
            for switch in description.switches {
                assert!(classic(description.name, &without(&[switch])).is_ok());
            }
        }
    }

    #[test]
    fn what_a_program_lacks_is_refused_and_quoted() {
        let refusal = |name, settings: &Settings| classic(name, settings).err().unwrap().to_string();
        assert!(refusal("alphago", &Settings::default()).contains("`alphago`"));
        let weighted = Settings { weighting: Some("heavy".into()), ..Settings::default() };
        for description in CLASSICS {
            let text = refusal(description.name, &without(&["magic"]));
            assert!(text.contains("`magic`") && text.contains(description.switches[0]), "{text}");
            assert!(refusal(description.name, &weighted).contains("`heavy`"));
        }
    }

    #[test]
    fn every_variant_and_addition_plays_otherwise_at_its_witness() {
        let plays = |description: &'static Description, settings: &Settings, witness: &Witness| {
            let mut position = Position::new(description.rule, description.size);
            let mut moves = witness.moves;
            while let Ok((point, rest)) = goren_core::Point::split_first(moves) {
                assert!(position.outcome().is_ongoing(), "{}", witness.moves);
                position.play(point);
                moves = rest;
            }
            assert_eq!(moves, "");
            let settings = Settings { depth: witness.depth, ..settings.clone() };
            play(&mut Classic::new(description, &settings).unwrap(), &position, &unhurried()).0.to_string()
        };
        for description in CLASSICS {
            let alone = |addition: &'static Addition| {
                let settings = Settings { with: [addition.name.to_owned()].into(), ..Settings::default() };
                (addition.name, settings, addition.witness)
            };
            let together = |variant: &'static Variant| {
                let settings = Settings { variant: Some(variant.name.to_owned()), ..Settings::default() };
                (variant.name, settings, variant.witness.unwrap())
            };
            let (first, others) = description.variants.split_first().unwrap();
            assert_eq!((first.name, first.witness), ("corrected", None));
            let all = description.additions.iter().map(alone).chain(others.iter().map(together));
            for (name, settings, witness) in all {
                let at = |settings| plays(description, settings, &witness);
                let played = (at(&Settings::default()), at(&settings));
                let expected = (witness.corrected.to_owned(), witness.instead.to_owned());
                assert_eq!(played, expected, "{} {name} after {}", description.name, witness.moves);
                assert_ne!(played.0, played.1);
            }
        }
    }

    #[test]
    fn the_guide_lists_every_difference_with_its_position() {
        let guide = include_str!("../../../docs/classics.md");
        for description in CLASSICS {
            for Addition { name, summary, witness } in description.additions {
                let row = format!("| `{}` | `{name}` |", description.name);
                let shown = format!("| {} → {} |", witness.corrected, witness.instead);
                let is_listed = |line: &str| {
                    line.contains(summary) && line.contains(witness.moves) && line.ends_with(&shown)
                };
                assert!(guide.lines().any(|line| line.starts_with(&row) && is_listed(line)), "{row}");
            }
        }
    }

    #[test]
    fn a_program_with_its_settings_is_read_from_text() {
        let (description, settings) =
            parse("boundary:variant=printed,with=best-five,without=table+late-wins,depth=3,seed=7").unwrap();
        assert_eq!(description.name, "boundary");
        let parts = settings.parts(description).unwrap();
        assert!(parts.has("pruning") && parts.has("best-five") && parts.has("short-reach"));
        assert!(!parts.has("table") && !parts.has("late-wins") && !parts.has("own-scores"));
        assert_eq!((settings.depth, settings.seed), (Some(3), 7));
        let title = Classic::new(description, &settings).unwrap().name();
        assert_eq!(title, "boundary (printed, with best-five, without late-wins and table, depth 3)");
        assert_eq!(
            parse("masked:weighting=document,variant=corrected,depth=2").unwrap().1.title(&CLASSICS[4]),
            "masked"
        );
        for (text, quoted) in [
            ("deep", "`deep`"),
            ("masked:fast", "`fast`"),
            ("masked:depth=0", "depth: expected a number from 1 to 120, got `0`"),
            ("masked:variant=best", "corrected, printed, programmed, got `best`"),
            ("automaton:variant=programmed", "`programmed`"),
            ("masked:with=masking", "`masking`"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(quoted), "{error}");
        }
    }

    #[test]
    fn a_raised_flag_and_every_limit_end_the_longest_search_with_a_legal_move() {
        let mut position = Position::new(Rule::Freestyle, Size::MAX);
        for name in ["k10", "k11", "l11", "j10", "m12", "j12", "m10", "h9"] {
            position.play(name.parse().unwrap());
        }
        let game = Game::from_position(position);
        let raised = Stop::default();
        raised.raise();
        let lowered = Stop::default();
        let turn = |ms| Clock { turn: Some(Duration::from_millis(ms)), ..Clock::default() };
        let left = Clock { left: Some(Duration::from_millis(5)), ..Clock::default() };
        let cases = [
            (&raised, 0, Limits { nodes: Some(5_000), ..Limits::default() }),
            (&lowered, 300, Limits { nodes: Some(300), clock: turn(60_000), ..Limits::default() }),
            (&lowered, 50_000_000, Limits { nodes: Some(50_000_000), clock: turn(5), ..Limits::default() }),
            (&lowered, 50_000_000, Limits { nodes: Some(50_000_000), clock: left, ..Limits::default() }),
        ];
        for description in CLASSICS {
            for (stop, most, limits) in &cases {
                let deep = Settings { depth: Some(40), ..Settings::default() };
                let mut program = classic(description.name, &deep).unwrap();
                let step = program.choose(&game, limits, stop, &mut |_| {});
                assert_eq!(game.clone().step(step), Ok(()), "{}", description.name);
                assert!(program.instruments().counters.nodes <= *most, "{}", description.name);
            }
        }
    }

    #[test]
    fn whole_games_with_traps_are_legal_and_repeat_themselves() {
        let mut random = Random::new(12);
        for round in 0..6 {
            let size = Size::new(5 + round).unwrap();
            for description in CLASSICS {
                let start = random_game(&mut random, description.rule, size, 1);
                let run = |seed| {
                    let mut game = Game::from_position(start.clone());
                    let settings = Settings { depth: Some(2), seed, ..Settings::default() };
                    let mut program = classic(description.name, &settings).unwrap();
                    while game.result().is_none() {
                        let step = program.choose(&game, &unhurried(), &Stop::default(), &mut |_| {});
                        game.step(step).unwrap();
                    }
                    game.steps().to_vec()
                };
                assert_eq!(run(1), run(1), "{}", description.name);
            }
        }
    }

    #[test]
    fn the_tree_ends_at_its_depth_and_its_best_branch_gives_its_value() {
        let mut position = Position::new(Rule::Freestyle, Size::new(9).unwrap());
        for name in ["e5", "e6", "d5", "f6", "c4"] {
            position.play(name.parse().unwrap());
        }
        let game = Game::from_position(position);
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let three_plies = Settings { depth: Some(3), ..Settings::default() };
        fn height(branch: &Branch) -> u32 {
            branch.children.iter().map(|child| 1 + height(child)).max().unwrap_or(0)
        }
        fn has_cut(branch: &Branch) -> bool {
            branch.note == "cut" || branch.children.iter().any(has_cut)
        }
        for description in CLASSICS {
            let mut program = classic(description.name, &three_plies).unwrap();
            program.choose(&game, &limits, &Stop::default(), &mut |_| {});
            assert_eq!(program.instruments().tree, None);
            let untraced = program.instruments().counters.nodes;
            for depth in 1..=3 {
                program.instruments_mut().trace_depth = depth;
                program.choose(&game, &limits, &Stop::default(), &mut |_| {});
                assert_eq!(program.instruments().counters.nodes, untraced);
                let tree = program.instruments().tree.as_ref().unwrap();
                assert_eq!((tree.point, height(tree)), (None, depth), "{}", description.name);
                assert_eq!(tree.children.iter().map(|child| child.value).max(), Some(tree.value));
                assert!(depth < 3 || has_cut(tree), "{}", description.name);
            }
        }
    }

    #[test]
    fn the_last_report_is_about_the_move_that_is_played() {
        let mut position = Position::new(Rule::Freestyle, Size::new(8).unwrap());
        for name in ["d4", "e5", "d5", "e4", "f6"] {
            position.play(name.parse().unwrap());
        }
        let game = Game::from_position(position);
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let three_plies = Settings { depth: Some(3), ..Settings::default() };
        for description in CLASSICS {
            let mut program = classic(description.name, &three_plies).unwrap();
            let mut last = None;
            let step =
                program.choose(&game, &limits, &Stop::default(), &mut |report| last = Some(report.clone()));
            let report = last.unwrap();
            assert_eq!(step, Step::Place(report.pv[0]), "{}", description.name);
            assert_eq!((report.depth, report.pv.len()), (3, 3));
            assert_eq!(report.nodes, program.instruments().counters.nodes);
        }
    }
}
