//! What was measured on chosen positions: tasks, positions made by hand, one search.

use goren_classics::CLASSICS;

use crate::Finding;
use crate::drills::Drill;
use crate::findings::Findings;
use crate::section::{Cell, Section, Tone, row};

pub(super) fn drills(findings: &Findings) -> Option<Section> {
    let drills = findings.drills.as_ref()?;
    let rows = Drill::ALL
        .into_iter()
        .map(|drill| {
            let share = |place: usize| {
                let agent = CLASSICS[place].name;
                Cell::from(drills.share(agent, drill).map_or("–".to_owned(), |share| share.percent()))
            };
            let solved: Vec<usize> = drills
                .tasks
                .iter()
                .filter(|task| task.drill == drill)
                .map(crate::drills::Task::solved)
                .collect();
            let telling = solved.iter().filter(|&&solved| (1..CLASSICS.len()).contains(&solved)).count();
            row([
                drill.name().into(),
                drills.count(drill).to_string().into(),
                telling.to_string().into(),
                share(0),
                share(1),
                share(2),
                share(3),
                share(4),
            ])
        })
        .collect();
    Some(
        Section::new(
            "drills",
            "Tasks from games",
            "Positions of generated games (freestyle, 15×15) that set a task. Right is what the rules prove: a five, the only stop of a five, a four that no single stone stops, a win by at most three \
             fours, a move after which the opponent has no such win. A program may win in another way and still miss the task. Tasks that all or none solve tell nothing apart and are counted \
             but not shown.",
        )
        .table(
            "Share of tasks solved, with Wilson’s 95 % interval",
            &["task", "tasks", "that tell apart", "boundary", "automaton", "sequences", "trapper", "masked"],
            rows,
        )
        .figures(drills.figures()),
    )
}

pub(super) fn positions(findings: &Findings) -> Option<Section> {
    let found = findings.positions.as_ref()?;
    let rows = found
        .tactics
        .iter()
        .enumerate()
        .map(|(place, tactic)| {
            let right = found.rows.iter().filter(|each| each.tactic == place && each.is_right).count();
            let note = match right {
                5 => "all five pass: it tells nothing apart",
                0 => "none passes: it tells nothing apart",
                _ => "tells the programs apart",
            };
            row([tactic.name.into(), format!("{right} of 5").into(), Tone::Words.cell(note)])
        })
        .collect();
    Some(
        Section::new(
            "positions",
            "Six positions made by hand",
            "Black is to move; a ring marks a right move. A disc marks what was played (the first letter of the program, or how many programs chose \
             the point) and is green if it is right. The boards are 9×9, so that all five programs can search deep.",
        )
        .figures(found.figures())
        .table("How many programs pass", &["position", "passed by", "what it tells"], rows),
    )
}

pub(super) fn trace(findings: &Findings) -> Option<Section> {
    let trace = findings.trace.as_ref()?;
    let intro = format!(
        "A search of {} plies; the tree shows {} of them. From left to right: the program’s moves and the replies it expects, with values from the program’s point of view. The best line is blue, and \
         numbered on the board. ✂ marks moves that were cut off without being searched; ≤ and ≥ mark values that are bounds, because the search stopped looking there.",
        trace.depth, trace.plies
    );
    Some(
        Section::new("trace", &format!("Inside one search of {}", trace.description.name), &intro)
            .text(trace.output())
            .figures(trace.figures()),
    )
}
