//! Searches that are watched: their events go to a page in parts, as fast as it takes them and as many as it can hold.
//!
//! A search of millions of moves is folded. About [`WatchOptions::shown`] moves are shown one by one: all of them at
//! first, then only those ever closer to the root, and each shown move says how much was searched below it. What was folded can be
//! opened: the search runs again, exactly as before, and shows only what is below that move.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use goren_classics::{
    Addition, Bound, CLASSICS, Classic, Counters, Description, Effort, Event, Kind, Listener, MINIATURE,
    SIXTH, Settings, Unsearched, Variant, classic,
};
use goren_core::{Clock, Game, Limits, Position, Stop};

use crate::jobs::Ticket;
use crate::refusal::Refusal;
use crate::wire::{
    AnswerName, BoundName, CountersView, EffortName, FoldView, Message, OptionView, ProgramView, ValueKind,
    VariantView, WatchEnd, WatchEvent, WatchOptions, WatchView,
};

/// A search ends by itself after so long.
const LONGEST: Duration = Duration::from_secs(600);
const DEFAULT_SHOWN: u64 = 12_000;
const MOST_SHOWN: u64 = 60_000;
/// The events of one part.
const PART: usize = 400;
/// Parts that may be under way to the page.
const UNHEARD: u64 = 8;
/// A part is sent after this time even if it is short.
const PAUSE: Duration = Duration::from_millis(100);
/// Events between two looks at the clock.
const INTERVAL: u64 = 1 << 10;
const MOST_SAMPLES: usize = 400;

/// The programs whose search can be watched: the five, our own in small, and the sixth.
pub(crate) fn programs() -> Vec<ProgramView> {
    let variant = |variant: &Variant| VariantView {
        name: variant.name,
        summary: variant.summary,
        moves: variant.witness.map(|witness| witness.moves),
        depth: variant.witness.and_then(|witness| witness.depth),
    };
    let addition = |each: &Addition| OptionView { name: each.name, summary: each.summary };
    let view = |description: &Description| ProgramView {
        name: description.name,
        summary: description.summary,
        size: description.size,
        rule: description.rule,
        depth: description.depth,
        switches: description.switches.to_vec(),
        additions: description.additions.iter().map(addition).collect(),
        weightings: description.weightings.to_vec(),
        variants: description.variants.iter().map(variant).collect(),
    };
    CLASSICS.iter().chain([MINIATURE, SIXTH]).map(view).collect()
}

/// The parts that have arrived, for each search of a page.
#[derive(Default)]
pub(crate) struct Flows(Mutex<HashMap<u64, Arc<Flow>>>);

impl Flows {
    /// The flow of a new search.
    pub(crate) fn begin(&self, id: u64) -> Arc<Flow> {
        let mut flows = lock(&self.0);
        // Those that nobody else holds belong to searches that have ended.
        flows.retain(|_, flow| Arc::strong_count(flow) > 1);
        Arc::clone(flows.entry(id).or_default())
    }

    /// A part has arrived.
    pub(crate) fn heard(&self, id: u64, seq: u64) {
        if let Some(flow) = lock(&self.0).get(&id) {
            flow.heard(seq);
        }
    }
}

/// How much of one search has arrived.
#[derive(Default)]
pub(crate) struct Flow {
    heard: Mutex<u64>,
    changed: Condvar,
}

impl Flow {
    fn heard(&self, seq: u64) {
        let mut heard = lock(&self.heard);
        *heard = seq.max(*heard);
        self.changed.notify_all();
    }

    fn is_full(&self, sent: u64) -> bool {
        sent >= *lock(&self.heard) + UNHEARD
    }

    /// Waits until there is room for another part, or the search is stopped.
    fn wait(&self, sent: u64, stop: &Stop) {
        let mut heard = lock(&self.heard);
        while sent >= *heard + UNHEARD && !stop.is_raised() {
            // The flag wakes nobody, so it is looked at now and then.
            let waited = self.changed.wait_timeout(heard, PAUSE);
            heard = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search that is ready to be watched.
pub(crate) struct Performance {
    program: Classic,
    game: Game,
    options: WatchOptions,
}

impl Performance {
    /// Checks what a page asks for.
    pub(crate) fn new(position: Position, options: WatchOptions) -> Result<Performance, Refusal> {
        let settings = Settings {
            depth: options.depth,
            with: options.with.iter().cloned().collect(),
            without: options.without.iter().cloned().collect(),
            weighting: options.weighting.clone(),
            variant: options.variant.clone(),
            seed: options.seed,
        };
        let program = classic(&options.program, &settings)?;
        if !position.outcome().is_ongoing() {
            return Err(Refusal::GameOver);
        }
        Ok(Performance { program, game: Game::from_position(position), options })
    }

    /// Searches, and tells the page.
    pub(crate) fn run(mut self, stop: &Stop, ticket: &Ticket, flow: &Arc<Flow>) {
        // A raised flag ends the search, whether the page asked for that or what it wanted to see is over.
        let enough = Stop::default();
        let unit = self.program.description().unit as f64;
        let shown = self.options.shown.unwrap_or(DEFAULT_SHOWN).min(MOST_SHOWN);
        let stage = Stage {
            folding: Folding::new(shown, self.options.open, unit),
            samples: Samples::default(),
            post: Post {
                ticket: ticket.clone(),
                flow: Arc::clone(flow),
                stop: stop.clone(),
                start: Instant::now(),
                last: Instant::now(),
                seq: 0,
            },
            enough: enough.clone(),
            heard: 0,
        };
        let clock = Clock { turn: Some(LONGEST), ..Clock::default() };
        let limits = Limits { nodes: self.options.nodes, clock, ..Limits::default() };
        let mut pv = Vec::new();
        let (step, mut stage) =
            self.program.watch(&self.game, &limits, &enough, &mut |report| pv.clone_from(&report.pv), stage);
        let counters = counters_view(&self.program.instruments().counters);
        stage.samples.end(counters);
        let end = WatchEnd {
            step,
            value: stage.folding.value,
            answer: self.program.instruments().answer.map(answer_name),
            pv,
            stopped: stage.folding.is_stopped,
            depths: self.program.instruments().counters.depths.iter().map(|&(nodes, _)| nodes).collect(),
            samples: stage.samples.kept,
        };
        stage.post.send(stage.folding.take(), counters, Some(end));
    }
}

/// What hears the search for a page.
struct Stage {
    folding: Folding,
    samples: Samples,
    post: Post,
    enough: Stop,
    /// Events so far.
    heard: u64,
}

impl Listener for Stage {
    fn hear(&mut self, event: &Event<'_>, counters: &Counters) {
        self.folding.hear(event, counters.nodes);
        self.samples.hear(counters);
        self.heard += 1;
        if self.folding.events.len() >= PART {
            self.post.wait();
            self.post.send(self.folding.take(), counters_view(counters), None);
        } else if self.heard.is_multiple_of(INTERVAL) && self.post.is_due() {
            self.post.send(self.folding.take(), counters_view(counters), None);
        }
        if self.post.stop.is_raised() || self.folding.is_over {
            self.enough.raise();
        }
    }
}

/// Sends the parts.
struct Post {
    ticket: Ticket,
    flow: Arc<Flow>,
    stop: Stop,
    start: Instant,
    last: Instant,
    seq: u64,
}

impl Post {
    fn wait(&self) {
        self.flow.wait(self.seq, &self.stop);
    }

    fn is_due(&self) -> bool {
        self.last.elapsed() >= PAUSE && !self.flow.is_full(self.seq)
    }

    fn send(&mut self, events: Vec<WatchEvent>, counters: CountersView, end: Option<WatchEnd>) {
        self.seq += 1;
        self.last = Instant::now();
        let ms = self.start.elapsed().as_secs_f64() * 1e3;
        let view = WatchView { id: self.ticket.id(), seq: self.seq, events, counters, ms, end };
        self.ticket.outbox().tell(Message::Watch(view));
    }
}

/// The counters on the way: at most so many samples, evenly spaced.
#[derive(Default)]
struct Samples {
    kept: Vec<CountersView>,
    /// Nodes between two samples, less one.
    stride: u64,
    next: u64,
}

impl Samples {
    fn hear(&mut self, counters: &Counters) {
        if counters.nodes < self.next {
            return;
        }
        self.kept.push(counters_view(counters));
        if self.kept.len() >= MOST_SAMPLES {
            let mut i = 0;
            self.kept.retain(|_| {
                i += 1;
                i % 2 == 1
            });
            self.stride = self.stride * 2 + 1;
        }
        self.next = counters.nodes + 1 + self.stride;
    }

    fn end(&mut self, counters: CountersView) {
        self.kept.push(counters);
    }
}

/// Turns the events of a search into those that a page is shown.
struct Folding {
    /// Moves to show.
    shown: u64,
    unit: f64,
    /// Only what is below this move is shown.
    open: Option<u64>,
    /// The shown moves that the search is in, each with what is folded below it.
    within: Vec<FoldView>,
    /// Moves that the search is in and that are not shown.
    beyond: u32,
    sent: u64,
    events: Vec<WatchEvent>,
    value: Option<f64>,
    is_stopped: bool,
    /// Nothing more will be shown.
    is_over: bool,
}

impl Folding {
    fn new(shown: u64, open: Option<u64>, unit: f64) -> Folding {
        Folding {
            shown,
            unit,
            open,
            within: Vec::new(),
            beyond: 0,
            sent: 0,
            events: Vec::new(),
            value: None,
            is_stopped: false,
            is_over: false,
        }
    }

    fn take(&mut self) -> Vec<WatchEvent> {
        std::mem::take(&mut self.events)
    }

    /// How many moves from the root are shown: fewer, the more were shown already.
    fn plies(&self) -> usize {
        match self.sent * 8 / self.shown.max(1) {
            0..4 => usize::MAX,
            4 | 5 => 3,
            6 => 2,
            _ => 1,
        }
    }

    fn value(&self, value: i64) -> f64 {
        value as f64 / self.unit
    }

    fn bound(&self, bound: i64) -> Option<f64> {
        (bound != i64::MIN && bound != i64::MAX).then(|| self.value(bound))
    }

    fn hear(&mut self, event: &Event<'_>, nodes: u64) {
        let is_shown = self.beyond == 0 && !self.within.is_empty();
        match *event {
            Event::Begin { depth, .. } => {
                self.within.clear();
                self.beyond = 0;
                if self.open.is_none() {
                    self.within.push(FoldView::default());
                    self.events.push(WatchEvent::Begin { depth });
                }
            }
            Event::Enter { point, depth, alpha, beta, effort, .. } => {
                let is_opened = self.within.is_empty() && self.open == Some(nodes) && !self.is_over;
                if is_opened || (is_shown && self.within.len() <= self.plies()) {
                    self.within.push(FoldView::default());
                    self.sent += 1;
                    let (alpha, beta) = (self.bound(alpha), self.bound(beta));
                    let (effort, less) = match effort {
                        Effort::Full => (None, None),
                        Effort::Scout => (Some(EffortName::Scout), None),
                        Effort::Reduced(less) => (Some(EffortName::Reduced), Some(less)),
                        Effort::Again => (Some(EffortName::Again), None),
                    };
                    let n = nodes;
                    self.events.push(WatchEvent::Enter { n, point, depth, alpha, beta, effort, less });
                } else if let Some(fold) = self.within.last_mut() {
                    fold.nodes += 1;
                    self.beyond += 1;
                }
            }
            Event::Dropped(points) if is_shown => {
                self.events.push(WatchEvent::Dropped { points: points.to_vec() });
            }
            Event::Hit { value, kind } if is_shown => {
                self.events.push(WatchEvent::Hit { value: self.value(value), kind: kind_name(kind) });
            }
            Event::Cut { rest, value, bound } if is_shown => {
                let bound = if bound == Bound::Alpha { BoundName::Alpha } else { BoundName::Beta };
                let (rest, value) = (rest.to_vec(), self.value(value));
                self.events.push(WatchEvent::Cut { rest, value, bound });
            }
            Event::Cut { .. } => {
                if let Some(fold) = self.within.last_mut() {
                    fold.cutoffs += 1;
                }
            }
            Event::Leave { .. } if self.beyond > 0 => self.beyond -= 1,
            Event::Leave { value, kind } => self.leave(self.value(value), kind),
            Event::Stopped => {
                // What ends because nothing more is shown was not interrupted.
                self.is_stopped = !self.is_over;
                if self.is_stopped && !self.within.is_empty() {
                    self.events.push(WatchEvent::Stopped);
                }
            }
            Event::Dropped(_) | Event::Hit { .. } => {}
        }
    }

    fn leave(&mut self, value: f64, kind: Kind) {
        let Some(fold) = self.within.pop() else { return };
        let folded = (fold.nodes > 0).then_some(fold);
        self.events.push(WatchEvent::Leave { value, kind: kind_name(kind), folded });
        if self.within.is_empty() {
            // An interrupted iteration leaves the value of the one before, if there was one.
            if kind != Kind::Unfinished {
                self.value = Some(value);
            }
            self.is_over = self.open.is_some();
        }
    }
}

fn kind_name(kind: Kind) -> ValueKind {
    match kind {
        Kind::Exact => ValueKind::Exact,
        Kind::AtLeast => ValueKind::AtLeast,
        Kind::AtMost => ValueKind::AtMost,
        Kind::Leaf => ValueKind::Leaf,
        Kind::Won => ValueKind::Won,
        Kind::Unfinished => ValueKind::Unfinished,
    }
}

pub(crate) fn answer_name(answer: Unsearched) -> AnswerName {
    match answer {
        Unsearched::Book => AnswerName::Book,
        Unsearched::Win => AnswerName::Win,
        Unsearched::Block => AnswerName::Block,
    }
}

fn counters_view(counters: &Counters) -> CountersView {
    let Counters { nodes, leaves, cutoffs, probes, hits, generated, kept, evaluations, .. } = *counters;
    CountersView { nodes, leaves, cutoffs, probes, hits, generated, kept, evaluations }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_classics::Branch;
    use goren_core::{Rule, Size};
    use serde_json::{Value, json};
    use std::path::Path;

    fn game(size: usize, moves: &str) -> Game {
        let mut position = Position::new(Rule::Freestyle, Size::new(size).unwrap());
        moves.split(' ').for_each(|name| position.play(name.parse().unwrap()));
        Game::from_position(position)
    }

    /// Collects what a page would be shown.
    struct Shown(Folding);

    impl Listener for Shown {
        fn hear(&mut self, event: &Event<'_>, counters: &Counters) {
            self.0.hear(event, counters.nodes);
        }
    }

    fn watch(program: &mut Classic, game: &Game, shown: u64, open: Option<u64>) -> Folding {
        let unit = program.description().unit as f64;
        let listener = Shown(Folding::new(shown, open, unit));
        let clock = Clock { turn: Some(LONGEST), ..Clock::default() };
        let limits = Limits { clock, ..Limits::default() };
        program.watch(game, &limits, &Stop::default(), &mut |_| {}, listener).1.0
    }

    fn program(name: &str, depth: u32, without: &[&str]) -> Classic {
        let without = without.iter().map(|&switch| switch.to_owned()).collect();
        classic(name, &Settings { depth: Some(depth), without, ..Settings::default() }).unwrap()
    }

    fn entered(events: &[WatchEvent]) -> u64 {
        events.iter().filter(|event| matches!(event, WatchEvent::Enter { .. })).count() as u64
    }

    fn folded(events: &[WatchEvent]) -> u64 {
        let fold = |event: &WatchEvent| match event {
            WatchEvent::Leave { folded: Some(fold), .. } => fold.nodes,
            _ => 0,
        };
        events.iter().map(fold).sum()
    }

    #[test]
    fn what_is_shown_and_what_is_folded_are_all_that_was_searched() {
        let game = game(9, "e5 e6 d5 f6 c4");
        for view in programs() {
            let mut last = u64::MAX;
            for shown in [1 << 40, 400, 60, 1] {
                let mut program = program(view.name, 4, &[]);
                let folding = watch(&mut program, &game, shown, None);
                let counters = &program.instruments().counters;
                let one_by_one = entered(&folding.events);
                assert_eq!(one_by_one + folded(&folding.events), counters.nodes, "{} {shown}", view.name);
                assert!(one_by_one <= last, "{}", view.name);
                last = one_by_one;
                let cutoffs = folding.events.iter().map(|event| match event {
                    WatchEvent::Cut { .. } => 1,
                    WatchEvent::Leave { folded: Some(fold), .. } => fold.cutoffs,
                    _ => 0,
                });
                assert_eq!(cutoffs.sum::<u64>(), counters.cutoffs);
                assert!(!folding.is_stopped && folding.within.is_empty());
            }
            // Beyond what may be shown, only the moves of the root are.
            assert!(last < 700, "{}: {last}", view.name);
        }
    }

    #[test]
    fn a_folded_move_opens_to_exactly_what_was_folded() {
        let game = game(9, "e5 e6 d5 f6 c4");
        for view in programs() {
            let first = watch(&mut program(view.name, 3, &[]), &game, 1, None);
            let mut at = 0;
            let (n, fold) = first
                .events
                .iter()
                .filter_map(|event| match event {
                    WatchEvent::Enter { n, .. } => {
                        at = *n;
                        None
                    }
                    WatchEvent::Leave { folded: Some(fold), .. } => Some((at, *fold)),
                    _ => None,
                })
                .last()
                .unwrap();
            let opened = watch(&mut program(view.name, 3, &[]), &game, 1 << 40, Some(n));
            assert!(matches!(opened.events[0], WatchEvent::Enter { n: entered, .. } if entered == n));
            assert!(matches!(opened.events.last(), Some(WatchEvent::Leave { .. })));
            assert_eq!(entered(&opened.events), fold.nodes + 1, "{}", view.name);
            assert!(opened.is_over && !opened.is_stopped);
        }
    }

    #[test]
    fn a_search_that_was_stopped_in_its_only_depth_has_no_value() {
        let game = game(9, "e5 e6 d5 f6 c4");
        for name in ["boundary", "automaton", "masked"] {
            let mut program = program(name, 40, &[]);
            let listener = Shown(Folding::new(60, None, 1.0));
            let limits = Limits { nodes: Some(50), ..Limits::default() };
            let folding = program.watch(&game, &limits, &Stop::default(), &mut |_| {}, listener).1.0;
            assert!(folding.is_stopped && folding.value.is_none(), "{name}: {:?}", folding.value);
        }
    }

    #[test]
    fn samples_are_few_in_order_and_end_with_the_end() {
        let mut samples = Samples::default();
        let mut counters = Counters::default();
        for nodes in 1..100_000 {
            counters.nodes = nodes;
            samples.hear(&counters);
        }
        samples.end(counters_view(&counters));
        assert!(samples.kept.len() > 100 && samples.kept.len() <= MOST_SAMPLES);
        assert!(samples.kept.is_sorted_by_key(|sample| sample.nodes));
        assert_eq!(samples.kept.last().unwrap().nodes, 99_999);
    }

    #[test]
    fn a_search_waits_for_a_slow_page_and_not_for_one_that_has_stopped_it() {
        let flow = Arc::new(Flow::default());
        let stop = Stop::default();
        assert!(!flow.is_full(UNHEARD - 1) && flow.is_full(UNHEARD));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| flow.wait(UNHEARD, &stop));
            flow.heard(1);
            waiting.join().unwrap();
        });
        stop.raise();
        flow.wait(100, &stop);
    }

    /// The tree as the program recorded it, for the page's own replay to be compared with.
    fn tree(branch: &Branch, unit: f64) -> Value {
        let children: Vec<Value> = branch.children.iter().map(|child| tree(child, unit)).collect();
        json!([branch.point, branch.value as f64 / unit, kind_name(branch.kind), branch.note, children])
    }

    #[test]
    fn the_pages_tests_have_the_events_and_trees_of_every_program() {
        let mut cases = Vec::new();
        for (name, depth, without) in [
            ("boundary", 2, &["selection"][..]),
            ("automaton", 3, &[]),
            ("sequences", 2, &["incremental"]),
            ("trapper", 2, &["quick-win"]),
            ("masked", 2, &[]),
            ("masked", 2, &["pruning"]),
            ("miniature", 3, &[]),
        ] {
            let game = game(5, "c3 d4 c4 d3 c2 d2");
            let mut program = program(name, depth, without);
            program.instruments_mut().trace_depth = 40;
            let folding = watch(&mut program, &game, 1 << 40, None);
            let counters = counters_view(&program.instruments().counters);
            let tree = tree(program.instruments().tree.as_ref().unwrap(), program.description().unit as f64);
            cases.push(json!({
                "program": name, "without": without, "events": folding.events, "counters": counters, "value": folding.value,
                "tree": tree,
            }));
        }
        let made: String = cases.iter().map(|case| format!("{case}\n")).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web-tests/unit/theatre.jsonl");
        if std::env::var_os("GOREN_WRITE_TYPES").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let is_same = std::fs::read_to_string(&path).is_ok_and(|kept| kept == made);
        assert!(
            is_same,
            "web-tests/unit/theatre.jsonl is out of date: run this test with GOREN_WRITE_TYPES=1"
        );
    }
}
