//! What a person has reached, at a glance and in full.

use std::collections::BTreeMap;

use goren_core::Rule;

use super::list::stones;
use super::view::{DailyView, ProgressView, RushBest, TrainCount, TrainGroup, TrainingView, TryView};
use super::{Training, Try, day_of};
use crate::daily::daily;
use crate::puzzle::Kind;
use crate::theme::Theme;

/// Tries that are listed.
const LISTED_TRIES: usize = 30;
/// Points of the graph of ratings.
const GRAPH_POINTS: usize = 400;
/// The grades there are.
const GRADES: u8 = 5;

impl Training {
    /// What is known of the person's training on their day, which has this number since 1970.
    pub fn view(&self, day: &str, number: u64, now: u64) -> TrainingView {
        let today = day_of(now);
        let player = &self.progress.player;
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
        TrainingView {
            rating: player.rating.rating,
            deviation: player.rating.deviation,
            solved: player.solved as usize,
            tried: player.tried as usize,
            run: player.run,
            best_run: player.best_run,
            due: self.due_on(today),
            daily,
            rush: vec![best(3), best(5)],
            own: self.progress.own_puzzles().count(),
            swap2: player.swap2.clone(),
            puzzles: self.puzzles().count(),
            counts: self.counts(),
        }
    }

    /// The person's progress.
    pub fn report(&self, now: u64) -> ProgressView {
        let today = day_of(now);
        let tries = &self.progress.tries;
        let rated: Vec<&Try> = tries.iter().filter(|each| each.change != 0.0).collect();
        let skipped = rated.len().saturating_sub(GRAPH_POINTS);
        let view = |each: &Try| TryView {
            at: each.at,
            puzzle: each.puzzle.clone(),
            kind: each.kind.clone(),
            rule: each.rule,
            grade: each.grade,
            score: each.score,
            change: each.change,
        };
        let within = |days: u32| self.due_on(today + days);
        ProgressView {
            ratings: rated[skipped..].iter().map(|each| (each.at, each.rating)).collect(),
            counts: self.counts(),
            tries: tries.iter().rev().take(LISTED_TRIES).map(view).collect(),
            ahead: [within(1), within(7), within(30)],
        }
    }

    /// How many puzzles are due for repetition on a day.
    fn due_on(&self, day: u32) -> usize {
        self.puzzles().filter(|puzzle| self.progress.is_due(&puzzle.id, day)).count()
    }

    /// Puzzles by kind, rule, grade and theme, with how many were met and how many of them solved at sight.
    fn counts(&self) -> Vec<TrainCount> {
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
        for puzzle in self.puzzles() {
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
        for each in self.progress.tries.iter().filter(|each| each.first && (1..=GRADES).contains(&each.grade))
        {
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
