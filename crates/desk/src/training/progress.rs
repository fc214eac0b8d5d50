//! What a person has reached, for the page that shows it.

use std::collections::BTreeMap;

use goren_core::Rule;
use goren_puzzle::{Kind, Theme, daily};

use super::attempt::DAY;
use super::keep::Try;
use super::{State, Trained, Training, day_number, stones};
use crate::wire::{DailyView, ProgressView, RushBest, TrainCount, TrainGroup, TrainingView, TryView, now_ms};

/// Tries that are listed.
const LISTED: usize = 30;
/// Points of the graph of ratings.
const GRAPH: usize = 400;
/// The grades there are.
const GRADES: u8 = 5;

impl Training {
    /// What is known of the person's training on their day.
    pub(crate) fn view(&self, day: &str) -> Trained<TrainingView> {
        let number = day_number(day)?;
        let today = (now_ms() / DAY) as u32;
        let state = self.lock();
        let player = &state.kept.player;
        let puzzle = daily(self.shipped, number as u32);
        let shown = puzzle.map(|puzzle| puzzle.variant(number as usize));
        // A run that was not broken goes on until the end of the day after.
        let is_running = player.day.is_some_and(|last| last + 1 >= number);
        let daily = DailyView {
            day: day.to_owned(),
            puzzle: puzzle.map(|puzzle| puzzle.id.clone()),
            rule: puzzle.map(|puzzle| puzzle.rule),
            size: puzzle.map(|puzzle| puzzle.size),
            side: puzzle.map(|puzzle| puzzle.side),
            stones: shown.as_ref().map(stones).unwrap_or_default(),
            solved: player.day == Some(number),
            run: if is_running { player.days } else { 0 },
            best_run: player.best_days,
        };
        let best = |minutes: u8| {
            let found = player.rush.iter().find(|best| best.minutes == minutes);
            RushBest { minutes, score: found.map_or(0, |best| best.score) }
        };
        Ok(TrainingView {
            rating: player.rating.rating,
            deviation: player.rating.deviation,
            solved: player.solved as usize,
            tried: player.tried as usize,
            run: player.run,
            best_run: player.best_run,
            due: state.puzzles(self.shipped).filter(|puzzle| state.is_due(&puzzle.id, today)).count(),
            daily,
            rush: vec![best(3), best(5)],
            own: state.kept.own.values().filter(|own| own.deleted.is_none()).count(),
            swap2: player.swap2.clone(),
            puzzles: state.puzzles(self.shipped).count(),
            counts: self.counts(&state),
        })
    }

    /// The person's progress.
    pub(crate) fn progress(&self) -> ProgressView {
        let today = (now_ms() / DAY) as u32;
        let state = self.lock();
        let tries = &state.kept.tries;
        let rated: Vec<&Try> = tries.iter().filter(|each| each.change != 0.0).collect();
        let skipped = rated.len().saturating_sub(GRAPH);
        let view = |each: &Try| TryView {
            at: each.at,
            puzzle: each.puzzle.clone(),
            kind: each.kind.clone(),
            rule: each.rule,
            grade: each.grade,
            score: each.score,
            change: each.change,
        };
        let within = |days: u32| {
            let due = |puzzle: &&goren_puzzle::Puzzle| state.is_due(&puzzle.id, today + days);
            state.puzzles(self.shipped).filter(due).count()
        };
        ProgressView {
            ratings: rated[skipped..].iter().map(|each| (each.at, each.rating)).collect(),
            counts: self.counts(&state),
            tries: tries.iter().rev().take(LISTED).map(view).collect(),
            ahead: [within(1), within(7), within(30)],
        }
    }

    /// Puzzles by kind, rule, grade and theme, with how many were met and how many of them solved at sight.
    fn counts(&self, state: &State) -> Vec<TrainCount> {
        let mut counts: BTreeMap<(u8, usize), TrainCount> = BTreeMap::new();
        let mut add =
            |group: TrainGroup, place: usize, name: &str, puzzles: usize, tried: usize, solved: usize| {
                let order = group as u8;
                let count = counts.entry((order, place)).or_insert_with(|| TrainCount {
                    group,
                    name: name.to_owned(),
                    puzzles: 0,
                    tried: 0,
                    solved: 0,
                });
                count.puzzles += puzzles;
                count.tried += tried;
                count.solved += solved;
            };
        let themes: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
        let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        let place = |names: &[&str], name: &str| names.iter().position(|each| *each == name);
        for puzzle in state.puzzles(self.shipped) {
            if let Some(at) = place(&kinds, puzzle.kind.name()) {
                add(TrainGroup::Kind, at, kinds[at], 1, 0, 0);
            }
            add(TrainGroup::Rule, rule_place(puzzle.rule), puzzle.rule.name(), 1, 0, 0);
            add(TrainGroup::Grade, usize::from(puzzle.grade), &puzzle.grade.to_string(), 1, 0, 0);
            for theme in &puzzle.themes {
                if let Some(at) = place(&themes, theme.name()) {
                    add(TrainGroup::Theme, at, themes[at], 1, 0, 0);
                }
            }
        }
        for each in state.kept.tries.iter().filter(|each| each.first && (1..=GRADES).contains(&each.grade)) {
            let solved = usize::from(each.score >= 1.0);
            if let Some(at) = place(&kinds, &each.kind) {
                add(TrainGroup::Kind, at, kinds[at], 0, 1, solved);
            }
            add(TrainGroup::Rule, rule_place(each.rule), each.rule.name(), 0, 1, solved);
            add(TrainGroup::Grade, usize::from(each.grade), &each.grade.to_string(), 0, 1, solved);
            for at in each.themes.iter().filter_map(|theme| place(&themes, theme)) {
                add(TrainGroup::Theme, at, themes[at], 0, 1, solved);
            }
        }
        counts.into_values().collect()
    }
}

fn rule_place(rule: Rule) -> usize {
    Rule::ALL.iter().position(|each| *each == rule).unwrap_or(0)
}
