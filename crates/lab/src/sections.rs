//! What each experiment shows: its headings, tables and figures.

use goren_classics::CLASSICS;

use crate::Finding;
use crate::ablate::Ablation;
use crate::claim::{ClaimRow, ClaimTable, Verdict, claims};
use crate::contest::Contest;
use crate::contrast::setting;
use crate::depth::range;
use crate::document::{DOCUMENTS, REPORTED, Reported, default_time};
use crate::drills::Drill;
use crate::findings::{Experiment, Findings};
use crate::interval::percent;
use crate::move_times::Stage;
use crate::number::{seconds, short};
use crate::section::{Cell, Row, Section, Tone, row};

/// All sections that the findings fill, in the order of the page.
pub(crate) fn sections(findings: &Findings) -> Vec<Section> {
    let mut all =
        vec![documents(), programs(findings), claims_section(&claims(findings)), reported(findings)];
    let order = [
        Experiment::Depth,
        Experiment::Ablate,
        Experiment::Factorial,
        Experiment::Contrasts,
        Experiment::Masking,
        Experiment::Match,
        Experiment::Homes,
        Experiment::Duels,
        Experiment::Weightings,
        Experiment::Drills,
        Experiment::Positions,
        Experiment::Trace,
    ];
    all.extend(order.into_iter().flat_map(|experiment| of_experiment(experiment, findings)));
    all
}

/// The sections of one experiment, if it was run.
pub fn of_experiment(experiment: Experiment, findings: &Findings) -> Vec<Section> {
    let section = match experiment {
        Experiment::Positions => positions(findings),
        Experiment::Drills => drills(findings),
        Experiment::Trace => trace(findings),
        Experiment::Depth => depth(findings),
        Experiment::Ablate => ablation(findings),
        Experiment::Factorial => factorial(findings),
        Experiment::Contrasts => contrasts(findings),
        Experiment::Masking => masking(findings),
        Experiment::Match => {
            return contest(findings).into_iter().chain(moves(findings)).collect();
        }
        Experiment::Homes => homes(findings),
        Experiment::Duels => duels(findings),
        Experiment::Weightings => weightings(findings),
        Experiment::Moves => moves(findings),
    };
    section.into_iter().collect()
}

fn documents() -> Section {
    let rows = DOCUMENTS
        .iter()
        .map(|document| {
            row([
                document.agent.into(),
                document.number.into(),
                Tone::Words.cell(document.authors),
                Tone::Words.cell(document.title),
                Tone::Words.cell(document.origin),
            ])
        })
        .collect();
    Section::new(
        "documents",
        "The documents",
        "Five student reports, each about one program. Every claim below names the document by its number and the place in it.",
    )
    .table("The five documents", &["program", "number", "authors", "title", "origin"], rows)
}

fn programs(findings: &Findings) -> Section {
    let rows = CLASSICS
        .iter()
        .map(|description| {
            let ours =
                findings.depth.as_ref().and_then(|depths| depths.of(description.name, description.depth));
            let document = default_time(description.name);
            let ratio = document
                .zip(ours)
                .map(|(document, ours)| format!("1/{}", short(document.low / ours.time.value.max(1e-9))));
            row([
                description.name.into(),
                Tone::Words.cell(sentence(description.summary)),
                format!("{0}×{0}, {1}", description.size, description.rule).into(),
                description.depth.to_string().into(),
                ours.map_or("too long for this run".to_owned(), |ours| ours.nodes.to_string()).into(),
                document
                    .map_or("not stated".to_owned(), |document| range(document.low, document.high))
                    .into(),
                ours.map_or("–".to_owned(), |ours| seconds(ours.time.value)).into(),
                ratio.unwrap_or_else(|| "–".to_owned()).into(),
            ])
        })
        .collect();
    Section::new(
        "programs",
        "The programs",
        "A move at the document’s depth, in middle games on its own board. Nodes are medians with their 95 % interval. The ratio divides the time here by the \
         shortest time that the document reports, for another machine and another language.",
    )
    .table(
        "What a move costs",
        &["program", "what it does", "board and rule", "plies", "nodes", "time in the document", "time here", "ratio"],
        rows,
    )
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Holds => Tone::Good,
        Verdict::Fails => Tone::Bad,
        Verdict::InPart | Verdict::Undecided | Verdict::Untestable | Verdict::NotMeasured => Tone::Faint,
    }
}

/// The documents, their claims with verdicts, and what the authors report.
pub fn claims_sections(findings: &Findings, table: &ClaimTable) -> Vec<Section> {
    vec![claims_section(table), reported(findings), documents()]
}

/// Every claim, with a verdict.
pub(crate) fn claims_section(table: &ClaimTable) -> Section {
    let summary = CLASSICS
        .iter()
        .map(|description| {
            let counts =
                Verdict::ALL.map(|verdict| Cell::from(table.count(description.name, verdict).to_string()));
            Row::Cells([Cell::from(description.name)].into_iter().chain(counts).collect())
        })
        .collect();
    let mut rows = Vec::new();
    for document in &DOCUMENTS {
        rows.push(Row::Group(format!("{} · document {}", document.agent, document.number)));
        let line = |each: &ClaimRow| {
            let judgement = &each.judgement;
            row([
                Tone::Quote.cell(format!("“{}”", each.claim.quote)),
                Tone::Words.cell(each.claim.place),
                Tone::Words.cell(judgement.measured.clone()),
                Tone::Words.cell(if judgement.interval.is_empty() { "–" } else { &judgement.interval }),
                tone(judgement.verdict).cell(judgement.verdict.name()),
                Tone::Words.cell(if judgement.why.is_empty() { "–" } else { &judgement.why }),
                Tone::Words.cell(if judgement.run.is_empty() { "–" } else { &judgement.run }),
                Tone::Code.cell(each.claim.command),
            ])
        };
        rows.extend(table.rows.iter().filter(|each| each.claim.agent() == document.agent).map(line));
    }
    Section::new(
        "claims",
        "Claims and verdicts",
        "Every claim of each document. A verdict rests on node counts, on medians and 95 % confidence intervals, on the claim’s own arithmetic, or on what the \
         document’s listing shows; never on a single time. Undecided is a claim where the interval reaches both sides of what is claimed: a longer run may decide it, and the column “run” says which run each row is of. Times on the authors’ machines cannot be tested here and are shown beside ours.",
    )
    .table(
        "How many claims have which verdict",
        &[
            "program",
            "holds",
            "holds in part",
            "undecided",
            "does not hold",
            "cannot be tested here",
            "not measured",
        ],
        summary,
    )
    .table(
        "The claims",
        &[
            "claim",
            "place in the document",
            "measured",
            "95 % interval",
            "verdict",
            "why",
            "run",
            "command that repeats it",
        ],
        rows,
    )
}

fn reported(findings: &Findings) -> Section {
    let dash = || "–".to_owned();
    let at = |agent: &str, depth: u32| {
        let row = findings.depth.as_ref()?.of(agent, depth)?;
        Some(format!("{} nodes, {}", short(row.nodes.value), seconds(row.time.value)))
    };
    let unoptimised = |depth: u32| {
        let found = findings.contrasts.as_ref()?.unoptimised(depth)?;
        let (bound, nodes, time) = (found.bound(), found.other_nodes.value, found.other_time.value);
        Some(format!("{bound}{} nodes, {bound}{}", short(nodes), seconds(time)))
    };
    let ours = |agent: &str, about: &str| -> String {
        let depth = |depth| at(agent, depth);
        let found = match (agent, about) {
            ("boundary", "nodes at depth 1 to 4") => findings.depth.as_ref().map(|depths| {
                let nodes =
                    (1..=4).filter_map(|depth| Some(short(depths.of("boundary", depth)?.nodes.value)));
                format!("{} (medians of other positions)", nodes.collect::<Vec<_>>().join(", "))
            }),
            ("boundary", "time by stage") => findings.moves.as_ref().map(|moves| {
                let stage = |stage| Some(short(moves.nodes_in("boundary", stage)?.value));
                let nodes: Vec<String> = Stage::ALL.into_iter().filter_map(stage).collect();
                format!("median nodes {}", nodes.join(", "))
            }),
            ("automaton", "depth") => depth(4),
            ("trapper", _) => depth(2),
            ("masked", "mean time of a move" | "time of a move") => depth(2),
            ("masked", "games against the second weighting") => {
                findings.weightings.as_ref().and_then(|contest| Some(contest.share(0, 1)?.tally.to_string()))
            }
            ("masked", "utility of the example") => Some("1887".to_owned()),
            ("masked", "candidates of the example") => Some("32".to_owned()),
            _ => None,
        };
        found.unwrap_or_else(dash)
    };
    // Of boundary alone they report a time for every depth, one of them without its optimisations.
    let depth_of = |each: &Reported| each.about.strip_prefix("time at depth ")?.parse::<u32>().ok();
    let times = REPORTED
        .iter()
        .filter_map(|each| {
            let depth = depth_of(each)?;
            Some(row([
                depth.to_string().into(),
                Tone::Words.cell(each.figure),
                Tone::Words.cell(each.source),
                Tone::Words.cell(at(each.agent, depth).unwrap_or_else(dash)),
                Tone::Words.cell(unoptimised(depth).unwrap_or_else(dash)),
            ]))
        })
        .collect();
    let rows = REPORTED
        .iter()
        .filter(|each| depth_of(each).is_none())
        .map(|each| {
            row([
                each.agent.into(),
                Tone::Words.cell(each.about),
                Tone::Words.cell(each.figure),
                Tone::Words.cell(each.source),
                Tone::Words.cell(ours(each.agent, each.about)),
            ])
        })
        .collect();
    Section::new(
        "reported",
        "What the authors report",
        "Figures of the documents, of their charts and of the authors’ logs, beside ours. What was read off a chart by eye is marked. Of the times of boundary by depth, \
         that of three plies is to be held against ours without the optimisations, those of four and five against ours with all; the document does not say which those of one and two are.",
    )
    .table(
        "The times of boundary by depth",
        &["plies", "the authors’ figure", "source", "here, with all optimisations", "here, unoptimised"],
        times,
    )
    .table(
        "The authors’ figures and ours",
        &["program", "about", "the authors’ figure", "source", "here"],
        rows,
    )
}

fn depth(findings: &Findings) -> Option<Section> {
    let depths = findings.depth.as_ref()?;
    let rows = depths
        .rows
        .iter()
        .map(|each| {
            row([
                each.agent.into(),
                each.depth.to_string().into(),
                each.nodes.to_string().into(),
                short(each.evaluations.value).into(),
                each.time.text(seconds).into(),
                each.positions.to_string().into(),
            ])
        })
        .collect();
    Some(
        Section::new(
            "depth",
            "Nodes and time by depth",
            "Medians over middle games on each program’s own board, with 95 % bootstrap intervals; a curve ends where a search takes too long. Rings mark what \
             the documents report. trapper is measured without what bypasses or limits its search (quick win, book, crowding).",
        )
        .figures(depths.figures())
        .table(
            "Nodes and time by depth",
            &["program", "plies", "nodes (95 % interval)", "evaluations", "time (95 % interval)", "positions"],
            rows,
        ),
    )
}

fn ablation(findings: &Findings) -> Option<Section> {
    let ablations = findings.ablate.as_ref()?;
    let line = |each: &Ablation| {
        let claim = each.claim();
        let is_same = each.same_moves == each.positions && each.same_values == each.positions;
        let tone = if is_same {
            Tone::Good
        } else if claim.keeps_move && each.same_values < each.positions {
            Tone::Bad
        } else {
            Tone::Faint
        };
        row([
            each.switch.into(),
            each.depth.to_string().into(),
            format!("{} → {}", short(each.with.nodes), short(each.without.nodes)).into(),
            format!("×{}", each.nodes_factor).into(),
            format!("×{}", each.time_factor).into(),
            format!("{:.1} → {:.1}", each.with.branching, each.without.branching).into(),
            tone.cell(format!("{} and {} of {}", each.same_moves, each.same_values, each.positions)),
            Tone::Words.cell(claim.claim),
            Tone::Words.cell(each.measured()),
        ])
    };
    let mut rows = Vec::new();
    for description in CLASSICS {
        rows.push(Row::Group(description.name.to_owned()));
        rows.extend(ablations.rows.iter().filter(|each| each.agent == description.name).map(line));
    }
    Some(
        Section::new(
            "ablate",
            "Each optimisation left out",
            "One is left out at a time, on the same positions, at the document’s depth or the largest below it at which both searches finish \
             in time. The two searches are timed in turn, many times where they are short, so that neither gains by its place. Factors are geometric means over positions, with 95 % bootstrap intervals: ×2 means twice the work without it. Branching is the \
             effective branching factor: that of a full tree with as many nodes. quick-win, book, crowding, masking and early-stop are measured on positions where they make a difference.",
        )
        .figures(ablations.figures())
        .table(
            "With the optimisation → without it",
            &[
                "without",
                "plies",
                "mean nodes",
                "factor of nodes",
                "factor of time",
                "branching",
                "same move and value",
                "claimed",
                "measured",
            ],
            rows,
        ),
    )
}

fn factorial(findings: &Findings) -> Option<Section> {
    let found = findings.factorial.as_ref()?;
    let mut rows = Vec::new();
    for description in CLASSICS {
        let effects: Vec<_> =
            found.effects.iter().filter(|effect| effect.agent == description.name).collect();
        let Some(first) = effects.first() else { continue };
        let heading = format!("{}, {} plies, {} positions", first.agent, first.depth, first.positions);
        rows.push(Row::Group(heading));
        rows.extend(effects.iter().map(|effect| {
            row([
                effect.switch.into(),
                format!("×{}", effect.nodes.alone).into(),
                format!("×{}", effect.nodes.on_top).into(),
                format!("×{}", effect.nodes.average).into(),
                format!("×{}", effect.time.alone).into(),
                format!("×{}", effect.time.on_top).into(),
            ])
        }));
    }
    let interactions = found
        .interactions
        .iter()
        .map(|each| {
            let [one, other] = each.switches;
            row([
                each.agent.into(),
                one.into(),
                other.into(),
                format!("×{}", short(each.nodes)).into(),
                Tone::Words.cell(if each.nodes > 1.0 {
                    "they help each other"
                } else {
                    "one does part of the other’s work"
                }),
            ])
        })
        .collect();
    Some(
        Section::new(
            "factorial",
            "Every combination of optimisations",
            "A full factorial experiment: all 2ᵏ combinations of a program’s k optimisations, so that each is known alone (nothing else switched on), on top of all others, and on \
             average. It runs at a depth that the program reaches without any of them, which may be less than the document’s. Factors are work saved, in nodes \
             first; ×1 saves nothing.",
        )
        .figures(found.figures())
        .table(
            "What each saves, with 95 % intervals over positions",
            &["optimisation", "nodes, alone", "nodes, on top", "nodes, on average", "time, alone", "time, on top"],
            rows,
        )
        .table(
            "Interactions: how much more one saves where the other is on, in nodes",
            &["program", "optimisation", "together with", "factor", "meaning"],
            interactions,
        ),
    )
}

fn contrasts(findings: &Findings) -> Option<Section> {
    let rows = findings
        .contrasts
        .as_ref()?
        .rows
        .iter()
        .map(|each| {
            let bound = each.bound();
            row([
                format!("{}: {}", each.contrast.agent, each.contrast.name).into(),
                each.contrast.stones.to_string().into(),
                Tone::Words.cell(setting(each.contrast.base)),
                Tone::Words.cell(setting(each.contrast.other)),
                short(each.base_nodes.value).into(),
                format!("{bound}{}", short(each.other_nodes.value)).into(),
                format!("{bound}×{}", each.nodes_factor).into(),
                seconds(each.base_time.value).into(),
                format!("{bound}{}", seconds(each.other_time.value)).into(),
                format!("{} of {}", each.same_moves, each.positions).into(),
            ])
        })
        .collect();
    Some(
        Section::new(
            "contrasts",
            "Two settings side by side",
            "For claims that no single switch answers. Medians over the same positions; the factor compares position by position. ≥ marks a lower bound: the second search was \
             given up after the longest time allowed.",
        )
        .table(
            "The second setting against the first",
            &[
                "comparison",
                "stones",
                "first",
                "second",
                "nodes, first",
                "nodes, second",
                "factor of nodes (95 % interval)",
                "time, first",
                "time, second",
                "same move",
            ],
            rows,
        ),
    )
}

fn masking(findings: &Findings) -> Option<Section> {
    let rows = findings
        .masking
        .as_ref()?
        .rows
        .iter()
        .map(|each| {
            row([
                Tone::Words.cell(each.kind),
                Tone::Words.cell(each.change),
                each.positions.to_string().into(),
                each.revalued().percent().into(),
                each.moved().percent().into(),
                each.overlines.to_string().into(),
            ])
        })
        .collect();
    Some(
        Section::new(
            "masking",
            "What masking changes",
            "masked searched generated positions of exactly-five Gomoku twice. In ordinary middle games (20 stones) an overline is rarely possible; the second kind has five stones of the side \
             to move in six cells. An overline is a row of six or more, which wins nothing here.",
        )
        .table(
            "How often something changes, with Wilson’s 95 % interval",
            &["positions", "changed", "number", "another value", "another move", "overlines played"],
            rows,
        ),
    )
}

fn moves(findings: &Findings) -> Option<Section> {
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

const STANDINGS: [&str; 5] =
    ["agent", "share of points", "rating, Elo", "won, drawn, lost", "mean time of a move"];

fn contest(findings: &Findings) -> Option<Section> {
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

fn homes(findings: &Findings) -> Option<Section> {
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

fn duels(findings: &Findings) -> Option<Section> {
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

fn weightings(findings: &Findings) -> Option<Section> {
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

fn drills(findings: &Findings) -> Option<Section> {
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

fn positions(findings: &Findings) -> Option<Section> {
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

fn trace(findings: &Findings) -> Option<Section> {
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

/// The words of the field, explained.
pub(crate) const GLOSSARY: [(&str, &str); 17] = [
    (
        "node",
        "A move made on the board during a search. Nodes do not depend on the machine, so they are counted first.",
    ),
    ("ply", "One move of one side. A depth of four plies looks at own move, reply, own move, reply."),
    ("leaf", "A position at the end of a line, where the search stops and evaluates."),
    ("evaluation", "A number for how good a position looks, without searching further."),
    ("minimax", "The rule that a side picks the move whose worst reply is best."),
    (
        "α–β pruning",
        "Leaving out moves that cannot change the choice. α is what the program has already, β what the opponent can hold it to.",
    ),
    ("cut-off", "The moment at which pruning drops all remaining moves of a position."),
    (
        "exact value and bound",
        "After a cut-off only “at least” (≥) or “at most” (≤) is known; otherwise the value is exact.",
    ),
    (
        "branching factor",
        "Moves searched per position. The effective one is that of a full tree with as many nodes.",
    ),
    ("transposition table", "A memory of positions already searched, found by a hash."),
    ("candidate", "A move that a program generates; selection keeps the best of them."),
    ("median", "Half of the measurements are smaller, half are larger; a few slow ones do not move it."),
    (
        "95 % interval",
        "A method that encloses the true value in 95 of 100 repetitions. Shares: Wilson’s. Medians and factors: bootstrap, the sample drawn again 1,000 times.",
    ),
    ("factor", "Work without something divided by work with it, as a geometric mean: ×2 is twice the work."),
    ("freestyle, standard", "Five or more in a row win; exactly five win."),
    ("overline", "Six or more in a row."),
    ("open four", "Four stones that become a five at two points: no single stone stops it."),
];

/// A number of claims as `8 of 12`.
pub(crate) fn share_of(count: usize, total: usize) -> String {
    format!("{count} of {total} ({})", percent(count as f64 / total.max(1) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrast::{CONTRASTS, ContrastResult, Contrasts};
    use crate::depth::{DepthCost, Depths};
    use crate::interval::Interval;
    use crate::section::Part;

    #[test]
    fn every_time_of_boundarys_document_stands_beside_ours_with_and_without_its_optimisations() {
        let exactly = |value| Interval { value, low: value, high: value };
        let contrast =
            *CONTRASTS.iter().find(|each| each.name == "unoptimised, 3 plies").expect("it is there");
        let cost = DepthCost {
            agent: "boundary",
            depth: 3,
            positions: 1,
            nodes: exactly(282.0),
            evaluations: exactly(283.0),
            time: exactly(99e-6),
            each: vec![282.0],
        };
        let compared = ContrastResult {
            contrast,
            positions: 1,
            base_nodes: exactly(1162.0),
            other_nodes: exactly(694e3),
            base_time: exactly(604e-6),
            other_time: exactly(10.1),
            nodes_factor: exactly(600.0),
            evaluations_factor: exactly(600.0),
            given_up: 1,
            same_moves: 1,
        };
        let findings = Findings {
            depth: Some(Depths { rows: vec![cost] }),
            contrasts: Some(Contrasts { rows: vec![compared] }),
            ..Findings::default()
        };
        let section = reported(&findings);
        let Part::Table(table) = &section.parts[0] else { panic!("a table") };
        let rows: Vec<Vec<&str>> = table
            .rows
            .iter()
            .map(|row| match row {
                Row::Cells(cells) => cells.iter().map(|cell| cell.text.as_str()).collect(),
                Row::Group(name) => vec![name.as_str()],
            })
            .collect();
        assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["1", "2", "3", "4", "5"]);
        let third = [
            "24.57 s (unoptimised, says the program’s read-me)",
            "text",
            "282 nodes, 99 µs",
            "≥ 694 k nodes, ≥ 10 s",
        ];
        assert_eq!(rows[2][1..], third);
        assert_eq!(rows[4][3..], ["–", "–"]);
    }
}
