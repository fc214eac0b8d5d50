//! Findings made up for tests: something of every experiment.

use goren_arena::{Budget, Builtin, Plan};
use goren_classics::CLASSICS;
use goren_core::{Agent, Game, Limits, Point, Position, Random, Report, Rule, Size, Step, Stop};

use crate::ablate::{Ablation, Ablations, Averages};
use crate::contest::{Contest, contest, contest_plan, duel_plans, weightings_plan};
use crate::contrast::{CONTRASTS, ContrastResult, Contrasts};
use crate::depth::{DepthCost, Depths};
use crate::drills::{Drill, Drills, Task};
use crate::factorial::{Effect, Factorial, Worth};
use crate::findings::Findings;
use crate::interval::Interval;
use crate::masking::{MaskingSample, MaskingSamples, ORDINARY, TEMPTING};
use crate::move_times::{MoveTimes, TimedMove};
use crate::tactics::{Attempt, TacticResults};
use crate::{Observer, Workload};

const SOME: Interval = Interval { value: 1.5, low: 1.2, high: 2.0 };
const WORTH: Worth = Worth { alone: SOME, on_top: SOME, average: SOME };

/// Plays at random.
struct Mover(Random);

impl Agent for Mover {
    fn name(&self) -> String {
        String::new()
    }

    fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Report)) -> Step {
        let points: Vec<Point> = game.position().empties().collect();
        Step::Place(self.0.pick(&points).expect("the game is not over"))
    }
}

fn play(name: &'static str, plan: &Plan) -> Contest {
    let make =
        |_: &Builtin, _: &Budget, seed| Ok(Box::new(Mover(Random::new(seed))) as Box<dyn Agent + Send>);
    let mut observer = Observer { stop: &Stop::default(), progress: &mut |_| {} };
    contest(name, plan, &make, None, 1, &mut observer).expect("every move is legal")
}

/// What all experiments found.
pub(super) fn findings() -> Findings {
    let workload = Workload { pairs: 1, levels: vec![2], ..Workload::quick() };
    let contest = play("match", &contest_plan(&workload));
    let agents = || CLASSICS.iter().map(|description| description.name);
    let switches =
        || CLASSICS.iter().flat_map(|each| each.switches.iter().map(|switch| (each.name, *switch)));
    let depth = |(agent, depth)| DepthCost {
        agent,
        depth,
        positions: 2,
        nodes: SOME,
        evaluations: SOME,
        time: SOME,
        each: vec![f64::from(depth); 2],
    };
    let ablation = |(agent, switch)| Ablation {
        agent,
        switch,
        depth: 2,
        positions: 9,
        with: Averages::default(),
        without: Averages::default(),
        nodes_factor: SOME,
        time_factor: SOME,
        candidates_factor: SOME,
        candidates: SOME,
        same_moves: 7,
        same_values: 8,
    };
    let contrast = |contrast| ContrastResult {
        contrast,
        positions: 9,
        base_nodes: SOME,
        other_nodes: SOME,
        base_time: SOME,
        other_time: SOME,
        nodes_factor: SOME,
        evaluations_factor: SOME,
        given_up: 0,
        same_moves: 7,
    };
    let effect =
        |(agent, switch)| Effect { agent, switch, depth: 2, positions: 9, nodes: WORTH, time: WORTH };
    let samples = [(ORDINARY, "no masking"), (TEMPTING, "no masking"), (ORDINARY, "a lone stone far away")];
    let sample =
        |(kind, change)| MaskingSample { kind, change, positions: 9, values: 1, moves: 1, overlines: 1 };
    let centre = Size::DEFAULT.centre();
    let task = |drill| Task {
        drill,
        position: Position::new(Rule::Freestyle, Size::DEFAULT),
        solutions: vec![centre],
        played: [Some(centre); 5],
    };
    let mut moves = MoveTimes::of(&contest);
    moves.rows = agents()
        .flat_map(|agent| (0..6).map(move |game| (agent, game)))
        .flat_map(|(agent, game)| {
            Size::DEFAULT.points().take(40).enumerate().map(move |(stones, point)| {
                let point = if stones == 0 { centre } else { point };
                TimedMove { agent, game, stones, point, seconds: 0.1, nodes: Some(stones as u64) }
            })
        })
        .collect();
    let attempt = |(agent, tactic)| Attempt { agent, tactic, point: centre, is_right: true };
    let all = |count: usize| agents().flat_map(move |agent| (0..count).map(move |place| (agent, place)));
    Findings {
        run: "made up".to_owned(),
        depth: Some(Depths { rows: all(7).map(|(agent, plies)| depth((agent, plies as u32))).collect() }),
        moves: Some(moves),
        ablate: Some(Ablations { rows: switches().map(ablation).collect() }),
        factorial: Some(Factorial { effects: switches().map(effect).collect(), interactions: Vec::new() }),
        contrasts: Some(Contrasts { rows: CONTRASTS.into_iter().map(contrast).collect() }),
        masking: Some(MaskingSamples { rows: samples.into_iter().map(sample).collect() }),
        duels: duel_plans(&workload).iter().map(|(name, plan)| play(name, plan)).collect(),
        weightings: Some(play("weightings", &weightings_plan(&workload))),
        positions: Some(TacticResults { tactics: Vec::new(), rows: all(6).map(attempt).collect() }),
        drills: Some(Drills { tasks: Drill::ALL.map(task).into() }),
        contest: Some(contest),
        ..Findings::default()
    }
}
