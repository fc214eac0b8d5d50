//! What was measured in games: matches, duels, and the moves made in them.

use goren_classics::CLASSICS;

use crate::Finding;
use crate::contest::Contest;
use crate::findings::Findings;
use crate::move_times::Stage;
use crate::number::seconds;
use crate::section::{Row, Section, row};

pub(super) fn moves(findings: &Findings) -> Option<Section> {
    let moves = findings.moves.as_ref()?;
    let mut rows = Vec::new();
    for description in CLASSICS {
        for stage in Stage::ALL {
            let Some(nodes) = moves.nodes_in(description.name, stage) else { continue };
            let time = moves.time_in(description.name, stage);
            let count = moves.by(description.name).filter(|each| Stage::of(each.stones) == stage).count();
            rows.push(row([
                description.name.into(),
                stage.name().into(),
                nodes.to_string().into(),
                time.map_or("–".to_owned(), |time| time.text(seconds)).into(),
                count.to_string().into(),
            ]));
        }
    }
    Some(
        Section::new(
            "moves",
            "Moves through games",
            "The moves of the five programs in the games of the cross table: opening (fewer than 12 stones), middle, and end (30 or more). Intervals draw whole games again, because moves of \
             one game are alike. The games run side by side on a machine that may be busy, so nodes decide and times only illustrate. In the figures: the longest game of each program as \
             running medians of three; means by the number of stones without the fastest and slowest tenth; boxes that enclose half of the moves, whiskers nine tenths; and the board, by \
             the point played.",
        )
        .table(
            "Nodes and time by stage: medians with 95 % intervals",
            &["program", "stage", "nodes", "time", "moves"],
            rows,
        )
        .figures(moves.figures()),
    )
}

pub(super) fn contest(findings: &Findings) -> Option<Section> {
    let contest = findings.contest.as_ref()?;
    let intro = format!(
        "A common board: freestyle on 15×15, {} games for each two from random openings, each opening played with both colours. This is the home of boundary and automaton only: masked does \
         not mask under freestyle, and sequences looks three plies ahead on so large a board; the next table has each at home. A cell is the row’s share of points against the \
         column, with its 95 % interval. Ratings are Elo points around a mean of 0.",
        2 * contest.plan.pairs
    );
    Some(Section::new("match", "Everyone against everyone", &intro).figures(contest.figures()).table(
        "Standings",
        &STANDINGS,
        standings(contest),
    ))
}

const STANDINGS: [&str; 5] =
    ["agent", "share of points", "rating, Elo", "won, drawn, lost", "mean time of a move"];

fn standings(contest: &Contest) -> Vec<Row> {
    let names = contest.names();
    contest
        .ranking()
        .into_iter()
        .map(|place| {
            let each = &contest.outcome.status.standings.rows()[place];
            let rating = contest
                .rating(place)
                .map_or("–".to_owned(), |rating| format!("{rating:.0}").replace('-', "−"));
            row([
                names[place].as_str().into(),
                contest.total(place).map_or("–".to_owned(), |total| total.interval().percent()).into(),
                rating.into(),
                each.total().to_string().into(),
                each.mean_time().map_or("–".to_owned(), |time| seconds(time.as_secs_f64())).into(),
            ])
        })
        .collect()
}

pub(super) fn homes(findings: &Findings) -> Option<Section> {
    if findings.homes.is_empty() {
        return None;
    }
    let mut rows = Vec::new();
    for home in &findings.homes {
        let names = home.names();
        let board = &home.plan.board;
        let traps =
            if board.traps.is_empty() { String::new() } else { format!(", {} traps", board.traps.len()) };
        rows.push(Row::Group(format!(
            "{} at home: {}, {}×{}{traps}",
            names[0], board.rule, board.size, board.size
        )));
        rows.extend((1..names.len()).map(|other| {
            let share = home.share(0, other);
            row([
                names[other].as_str().into(),
                share.map_or("–".to_owned(), |share| share.interval().percent()).into(),
                share.map_or("–".to_owned(), |share| share.tally.to_string()).into(),
            ])
        }));
    }
    let left_out = if findings.homes.len() < 3 {
        " sequences searches five plies for seconds a move on its 8×8 board; a quick run leaves that out."
    } else {
        ""
    };
    let intro = format!(
        "Each program on the board of its own document, under its rule and at its depth, against the four others with their own depths. The home of boundary and automaton is the common \
         board above.{left_out}"
    );
    Some(Section::new("homes", "Each program at home", &intro).table(
        "The host’s share of points, with its 95 % interval",
        &["against", "share of points", "won, drawn, lost"],
        rows,
    ))
}

pub(super) fn duels(findings: &Findings) -> Option<Section> {
    if findings.duels.is_empty() {
        return None;
    }
    let rows = findings
        .duels
        .iter()
        .map(|duel| {
            let names = duel.names();
            let share = duel.share(0, 1);
            row([
                format!("{} against {}", names[0], names[1]).into(),
                duel.plan.board.rule.to_string().into(),
                share.map_or("–".to_owned(), |share| share.interval().percent()).into(),
                share.map_or("–".to_owned(), |share| share.tally.to_string()).into(),
            ])
        })
        .collect();
    Some(
        Section::new(
            "duels",
            "Two settings against each other",
            "Whether more depth, or an optimisation that changes the move, wins games. Random openings, each played with both colours.",
        )
        .table(
            "The first one’s share of points, with its 95 % interval",
            &["duel", "rule", "share of points", "won, drawn, lost"],
            rows,
        ),
    )
}

pub(super) fn weightings(findings: &Findings) -> Option<Section> {
    let contest = findings.weightings.as_ref()?;
    Some(
        Section::new(
            "weightings",
            "The two weightings of masked",
            "Under its document’s rule (exactly five wins): the weights of its table 2-1 against those of the program it was compared with. The document’s figure 4-2 and logs have 97 % of 100 games.",
        )
        .figures(contest.figures())
        .table("Standings", &STANDINGS, standings(contest)),
    )
}
