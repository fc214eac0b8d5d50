//! The events of a search, replayed, are the search: the same tree, value and counts, and every bound is true.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use goren_classics::{
    Bound, Branch, CLASSICS, Counters, Description, Event, Kind, Listener, MINIATURE, SIXTH, Settings,
    Unsearched, classic,
};
use goren_core::{Agent as _, Clock, Game, Limits, Point, Position, Random, Size, Stop};

/// Rebuilds the tree and the counts of a search from nothing but its events.
#[derive(Default)]
struct Replay {
    open: Vec<Branch>,
    trees: Vec<Branch>,
    counted: Counters,
    stops: u32,
    dropped: u64,
}

impl Replay {
    fn push(&mut self, point: Option<Point>, alpha: i64, beta: i64) {
        assert!(alpha < beta, "the window is open");
        if let Some(parent) = self.open.last() {
            assert!(alpha >= parent.window.0 && beta <= parent.window.1, "windows only narrow");
        }
        self.open.push(Branch {
            point,
            value: 0,
            kind: Kind::Unfinished,
            window: (alpha, beta),
            note: "searched",
            children: Vec::new(),
        });
    }
}

impl Listener for Replay {
    fn hear(&mut self, event: &Event<'_>, counters: &Counters) {
        match *event {
            Event::Begin { alpha, beta, .. } => {
                assert!(self.open.is_empty());
                self.push(None, alpha, beta);
            }
            Event::Enter { point, alpha, beta, .. } => {
                self.counted.nodes += 1;
                self.push(Some(point), alpha, beta);
            }
            Event::Dropped(points) => self.dropped += points.len() as u64,
            Event::Hit { .. } => {
                self.counted.hits += 1;
                self.open.last_mut().unwrap().note = "table";
            }
            Event::Cut { rest, value, bound } => {
                self.counted.cutoffs += 1;
                // The root is the program's, and sides take turns.
                let is_mine = self.open.len() % 2 == 1;
                let node = self.open.last_mut().unwrap();
                assert_eq!(bound == Bound::Beta, is_mine);
                assert!(if is_mine { value >= node.window.1 } else { value <= node.window.0 });
                node.children.extend(rest.iter().map(|&point| Branch {
                    point: Some(point),
                    value,
                    kind: Kind::Unfinished,
                    window: (i64::MIN, i64::MAX),
                    note: "cut",
                    children: Vec::new(),
                }));
            }
            Event::Leave { value, kind } => {
                self.counted.leaves += u64::from(matches!(kind, Kind::Leaf | Kind::Won));
                let mut node = self.open.pop().unwrap();
                (node.value, node.kind) = (value, kind);
                node.note = match kind {
                    Kind::Leaf => "leaf",
                    Kind::Won => "won",
                    Kind::Unfinished => "unfinished",
                    _ => node.note,
                };
                match self.open.last_mut() {
                    Some(parent) => parent.children.push(node),
                    None => self.trees.push(node),
                }
            }
            Event::Stopped => self.stops += 1,
        }
        let Counters { nodes, leaves, cutoffs, hits, .. } = *counters;
        assert_eq!((nodes, cutoffs, hits), (self.counted.nodes, self.counted.cutoffs, self.counted.hits));
        // A leaf is counted shortly before it is left.
        assert!(leaves - self.counted.leaves <= 1);
    }
}

/// The five, our own engine in small, and the sixth program.
fn all() -> impl Iterator<Item = &'static Description> {
    CLASSICS.iter().chain([MINIATURE, SIXTH])
}

fn unhurried() -> Limits {
    let turn = Some(Duration::from_secs(3600));
    Limits { clock: Clock { turn, ..Clock::default() }, ..Limits::default() }
}

fn without(names: &[&str], depth: u32) -> Settings {
    let without: BTreeSet<String> = names.iter().map(|&name| name.to_owned()).collect();
    Settings { depth: Some(depth), without, ..Settings::default() }
}

/// What answers without a search is left out.
fn searching(description: &Description, names: &[&str], depth: u32) -> Settings {
    let mut settings = without(names, depth);
    let shortcuts = ["quick-win", "book"].into_iter().filter(|name| description.switches.contains(name));
    settings.without.extend(shortcuts.map(str::to_owned));
    settings
}

/// A few stones near each other, without a winner.
fn positions(description: &Description, count: usize) -> Vec<Game> {
    let mut random = Random::new(15);
    let mut found = Vec::new();
    while found.len() < count {
        let size = Size::new(7 + found.len() % 3).unwrap();
        let mut position = Position::new(description.rule, size);
        let centre = size.centre();
        for _ in 0..3 + random.below(8) {
            let mut near: Vec<Point> = position.legal_moves().collect();
            near.retain(|point| point.x().abs_diff(centre.x()) <= 2 && point.y().abs_diff(centre.y()) <= 2);
            position.play(near[random.below(near.len())]);
        }
        if position.outcome().is_ongoing() {
            found.push(Game::from_position(position));
        }
    }
    found
}

/// Checks that the value of every searched node is the best of its children for the side to move.
fn check_values(branch: &Branch, ply: usize) {
    // Of a move that was searched again, the last value counts.
    let is_last =
        |i: usize, child: &Branch| branch.children[i + 1..].iter().all(|later| later.point != child.point);
    let searched = || {
        let children = branch.children.iter().enumerate();
        children.filter(|(i, child)| child.note != "cut" && is_last(*i, child)).map(|(_, child)| child)
    };
    let best = if ply.is_multiple_of(2) {
        searched().map(|child| child.value).max()
    } else {
        searched().map(|child| child.value).min()
    };
    if let Some(best) = best {
        assert_eq!(branch.value, best, "at ply {ply}");
    }
    searched().for_each(|child| check_values(child, ply + 1));
}

#[test]
fn replayed_events_give_the_tree_value_and_counts_of_the_plain_search() {
    for description in all() {
        // With each reading of the document, and without each optimisation.
        let mut switches: Vec<(&str, Vec<&str>)> =
            description.variants.iter().map(|variant| (variant.name, vec![])).collect();
        switches.extend(description.switches.iter().map(|&switch| ("corrected", vec![switch])));
        let mut hits = 0;
        for (i, game) in positions(description, 3).iter().enumerate() {
            for (variant, names) in &switches {
                // Positions repeat themselves from the fourth ply on.
                let deepest = if description.switches.contains(&"table") { 4 } else { 3 };
                let depth = if names.contains(&"pruning") { 2 } else { deepest - i as u32 % 2 };
                let settings = Settings { variant: Some((*variant).to_owned()), ..without(names, depth) };
                let mut plain = classic(description.name, &settings).unwrap();
                let step = plain.choose(game, &unhurried(), &Stop::default(), &mut |_| {});
                let mut watched = classic(description.name, &settings).unwrap();
                watched.instruments_mut().trace_depth = 40;
                let (same, replay) =
                    watched.watch(game, &unhurried(), &Stop::default(), &mut |_| {}, Replay::default());
                let context = format!("{} {variant} without {names:?}", description.name);
                assert_eq!(same, step, "{context}");
                let (mut counted, mut told) =
                    (plain.instruments().counters.clone(), watched.instruments().counters.clone());
                (counted.depths, told.depths) = (Vec::new(), Vec::new());
                assert_eq!(counted, told, "{context}");
                let Counters { nodes, leaves, cutoffs, hits: found, .. } = counted;
                let replayed = &replay.counted;
                assert_eq!(
                    (nodes, leaves, cutoffs, found),
                    (replayed.nodes, replayed.leaves, replayed.cutoffs, replayed.hits)
                );
                assert!(replay.open.is_empty() && replay.stops == 0, "{context}");
                assert_eq!(replay.trees.last(), watched.instruments().tree.as_ref(), "{context}");
                replay.trees.iter().for_each(|tree| check_values(tree, 0));
                hits += found;
            }
        }
        assert!(!description.switches.contains(&"table") || hits > 0, "{}", description.name);
    }
}

/// Every move of a tree by the moves that lead to it. A move that is searched twice keeps its last value.
fn by_path<'a>(branch: &'a Branch, path: &mut Vec<Point>, out: &mut HashMap<Vec<Point>, &'a Branch>) {
    out.insert(path.clone(), branch);
    for child in branch.children.iter().filter(|child| child.note != "cut") {
        path.extend(child.point);
        by_path(child, path, out);
        path.pop();
    }
}

#[test]
fn every_exact_value_and_every_bound_is_true() {
    for description in all() {
        let saving = ["pruning", "table", "deepening"];
        let saving: Vec<&str> =
            saving.into_iter().filter(|name| description.switches.contains(name)).collect();
        let mut bounds = 0;
        for game in positions(description, 3) {
            let trees = [&[][..], &saving].map(|names| {
                // A reduced search is exact to its own depth only.
                let reductions = description.switches.contains(&"reductions").then_some("reductions");
                let names: Vec<&str> = names.iter().copied().chain(reductions).collect();
                let mut program = classic(description.name, &searching(description, &names, 3)).unwrap();
                program.instruments_mut().trace_depth = 40;
                program.choose(&game, &unhurried(), &Stop::default(), &mut |_| {});
                program.instruments().tree.clone().unwrap()
            });
            let [mut pruned, mut whole] = [HashMap::new(), HashMap::new()];
            by_path(&trees[0], &mut Vec::new(), &mut pruned);
            by_path(&trees[1], &mut Vec::new(), &mut whole);
            for (path, branch) in pruned {
                let truth = whole[&path].value;
                let is_true = match branch.kind {
                    Kind::AtLeast => truth >= branch.value,
                    Kind::AtMost => truth <= branch.value,
                    _ => truth == branch.value,
                };
                assert!(is_true, "{}: {path:?} is {truth}, said {branch:?}", description.name);
                bounds += u32::from(matches!(branch.kind, Kind::AtLeast | Kind::AtMost));
            }
        }
        assert!(bounds > 0, "{}", description.name);
    }
}

#[test]
fn an_interrupted_search_leaves_everything_it_entered() {
    for description in all() {
        let game = &positions(description, 1)[0];
        let limits = Limits { nodes: Some(60), ..unhurried() };
        let mut program = classic(description.name, &searching(description, &[], 6)).unwrap();
        let (_, replay) = program.watch(game, &limits, &Stop::default(), &mut |_| {}, Replay::default());
        assert_eq!((replay.stops, replay.open.len()), (1, 0), "{}", description.name);
        assert_eq!(replay.trees.last().unwrap().kind, Kind::Unfinished, "{}", description.name);
    }
}

#[test]
fn nothing_is_said_of_a_depth_that_was_not_finished() {
    for description in all() {
        for nodes in [0, 1, 7, 60] {
            let game = &positions(description, 1)[0];
            let limits = Limits { nodes: Some(nodes), ..unhurried() };
            let mut program = classic(description.name, &searching(description, &[], 40)).unwrap();
            program.instruments_mut().trace_depth = 1;
            let mut reports = Vec::new();
            program.choose(game, &limits, &Stop::default(), &mut |report| reports.push(report.depth));
            let instruments = program.instruments();
            let finished = instruments.counters.depths.len();
            assert_eq!(reports.len(), finished, "{} after {nodes} nodes", description.name);
            assert!(reports.iter().all(|&depth| depth < 40));
            // The value is that of the deepest one finished, which the root's children have, too.
            let root = instruments.tree.as_ref().map(|tree| (tree.kind, tree.value));
            assert_eq!(instruments.value().is_some(), finished > 0, "{} {root:?}", description.name);
            if let Some((_, value)) = root {
                assert!(value > i64::MIN / 4, "{}: {value}", description.name);
            }
        }
    }
}

#[test]
fn what_is_answered_without_a_search_is_no_search() {
    let position = |moves: &str| {
        let mut position = Position::new(goren_core::Rule::Freestyle, Size::DEFAULT);
        moves.split_whitespace().for_each(|name| position.play(name.parse().unwrap()));
        Game::from_position(position)
    };
    for (moves, answer, reports) in [
        ("h8", Some(Unsearched::Book), 0),
        ("h8 a1 h9 c1 h10 e1 h11 g1", Some(Unsearched::Win), 1),
        ("a1 h8 c1 h9 e1 h10 g1 h11 h12", Some(Unsearched::Win), 1),
        ("h8 h12 h9 a1 h10 c1 h11", Some(Unsearched::Block), 0),
        // One block is not enough.
        ("h8 a1 h9 c1 h10 e1 h11", Some(Unsearched::Block), 1),
        ("h8 i9 g7 i7 i8 g9", None, 2),
    ] {
        let mut program = classic("trapper", &Settings::default()).unwrap();
        program.instruments_mut().trace_depth = 2;
        let mut told = 0;
        let game = position(moves);
        let (step, replay) =
            program.watch(&game, &unhurried(), &Stop::default(), &mut |_| told += 1, Replay::default());
        let instruments = program.instruments();
        assert_eq!((instruments.answer, told), (answer, reports), "{moves}: {step}");
        let searched = answer.is_none();
        assert_eq!((instruments.tree.is_some(), instruments.counters.nodes > 0), (searched, searched));
        assert_eq!(replay.trees.is_empty(), !searched, "{moves}");
    }
}

#[test]
fn what_the_selection_dropped_is_told() {
    for (name, description) in all().map(|description| (description.name, description)) {
        if !description.switches.contains(&"selection") {
            continue;
        }
        let game = &positions(description, 1)[0];
        let mut program = classic(name, &searching(description, &[], 2)).unwrap();
        let (_, replay) = program.watch(game, &unhurried(), &Stop::default(), &mut |_| {}, Replay::default());
        let counters = &program.instruments().counters;
        assert!(replay.dropped > 0, "{name}");
        if name != "trapper" {
            assert_eq!(replay.dropped, counters.generated - counters.kept, "{name}");
        }
    }
}
