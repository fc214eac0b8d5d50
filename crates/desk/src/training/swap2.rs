//! The Swap2 trainer: how even three stones are, which choice the engine would take, and what the person's choice is worth.

use goren_core::{Point, Position, Random, Rule, Score, Size, Stop};
use goren_engine::{Engine, glance};

use super::{Changes, TrainError, Trained, Training};
use crate::chance::{for_nodes, judge as engine, of_black, standing};
use crate::random::fresh_id;
use crate::wire::{
    Swap2Answer, Swap2Ask, Swap2Choice, Swap2Chosen, Swap2Deal, Swap2Judge, Swap2Score, Swap2View,
    Swap2Worth, now_ms,
};

/// Positions searched to judge a board; the result depends on nothing else.
const NODES: u64 = 40_000;
/// Pairs of stones that are judged with as much work.
const FINALISTS: i32 = 4;
/// Random boards that chance chooses among when stones are dealt.
const DRAWN: usize = 24;
/// How far from the centre the first stone may be, and how far from it the others.
const REACH: usize = 4;
/// The points of the best choice, and what a whole lost chance costs.
const MOST_POINTS: f64 = 10.0;
const POINTS_PER_CHANCE: f64 = 40.0;
/// Deals that wait for a choice; the oldest gives way.
const MOST_DEALT: usize = 16;

/// Three stones that were dealt.
#[derive(Clone)]
pub(super) struct Dealt {
    position: Position,
}

/// What a search says of three stones.
struct Judged {
    /// White's chance; White moves.
    white: f64,
    line: Vec<Point>,
    /// Two further stones that leave the board as even as possible, and what they are worth to whoever places them.
    two: Vec<Point>,
    two_worth: f64,
}

impl Judged {
    fn worth(&self, choice: Swap2Choice) -> f64 {
        match choice {
            Swap2Choice::White => self.white,
            Swap2Choice::Black => 1.0 - self.white,
            Swap2Choice::PlaceTwo => self.two_worth,
        }
    }

    fn best(&self) -> Swap2Choice {
        // Where it makes no difference, a colour is simpler than two more stones.
        let all = [Swap2Choice::PlaceTwo, Swap2Choice::Black, Swap2Choice::White];
        all.into_iter()
            .max_by(|&one, &other| self.worth(one).total_cmp(&self.worth(other)))
            .unwrap_or(Swap2Choice::White)
    }

    fn view(self, chosen: Option<Swap2Chosen>, score: Swap2Score) -> Swap2View {
        let all = [Swap2Choice::Black, Swap2Choice::White, Swap2Choice::PlaceTwo];
        let worth = |choice: Swap2Choice| Swap2Worth { choice, worth: rounded(self.worth(choice)) };
        Swap2View {
            black: rounded(1.0 - self.white),
            worth: all.map(worth).to_vec(),
            best: self.best(),
            two: self.two,
            line: self.line,
            chosen,
            score,
        }
    }
}

fn rounded(chance: f64) -> f64 {
    (chance * 1000.0).round() / 1000.0
}

impl Training {
    /// Judges three stones of the person.
    pub(crate) fn judge_swap2(&self, request: &Swap2Judge, stop: &Stop) -> Trained<Swap2View> {
        if request.stones.len() != 3 {
            return Err(TrainError::bad(format!(
                "expected three stones, black, white and black, got {}",
                request.stones.len()
            )));
        }
        let position = placed(Position::new(request.rule, Size::DEFAULT), &request.stones)?;
        let search = self.load.search()?;
        let judged = judged(&position, stop);
        drop(search);
        Ok(judged.view(None, self.lock().kept.player.swap2.clone()))
    }

    /// Three stones to choose by: some even, some not.
    pub(crate) fn deal_swap2(&self, request: &Swap2Ask) -> Trained<Swap2Deal> {
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).map_err(|error| TrainError::bad(error.to_string()))?;
        let position = dealt(request.rule, u64::from_le_bytes(seed));
        let stones = position.history().iter().filter_map(|played| played.point).collect();
        let deal = fresh_id();
        let mut state = self.lock();
        if state.dealt.len() >= MOST_DEALT {
            state.dealt.pop_front();
        }
        state.dealt.push_back((deal.clone(), Dealt { position }));
        Ok(Swap2Deal { deal, rule: request.rule, stones })
    }

    /// Judges a choice and adds it to the score. A deal can be answered once.
    pub(crate) fn choose_swap2(&self, request: &Swap2Answer, stop: &Stop) -> Trained<Swap2View> {
        let unknown = || {
            TrainError::Missing(format!(
                "there are no stones `{:.16}` to choose by: ask for others",
                request.deal
            ))
        };
        let find = |state: &super::State| {
            state.dealt.iter().find(|(deal, _)| *deal == request.deal).map(|(_, dealt)| dealt.clone())
        };
        let dealt = find(&self.lock()).ok_or_else(unknown)?;
        let wanted = if request.choice == Swap2Choice::PlaceTwo { 2 } else { 0 };
        if request.stones.len() != wanted {
            return Err(TrainError::bad(format!(
                "expected {wanted} stones with this choice, got {}",
                request.stones.len()
            )));
        }
        let after = placed(dealt.position.clone(), &request.stones)?;
        let search = self.load.search()?;
        let judged = judged(&dealt.position, stop);
        let black = (wanted == 2).then(|| black_chance(&mut engine(), &after, stop).0);
        drop(search);
        // Whoever chooses next takes the better colour.
        let worth = black.map_or_else(|| judged.worth(request.choice), |black| black.min(1.0 - black));
        let lost = (judged.worth(judged.best()) - worth).max(0.0);
        let points = (MOST_POINTS - POINTS_PER_CHANCE * lost).round().clamp(0.0, MOST_POINTS) as u32;
        let mut state = self.lock();
        find(&state).ok_or_else(unknown)?;
        let mut player = state.kept.player.clone();
        let score = &mut player.swap2;
        score.rounds += 1;
        score.points += points;
        score.run = if f64::from(points) >= MOST_POINTS { score.run + 1 } else { 0 };
        score.best_run = score.best_run.max(score.run);
        let score = score.clone();
        player.at = now_ms();
        self.write(&mut state, Changes { player: Some(player), ..Changes::default() })?;
        state.dealt.retain(|(deal, _)| *deal != request.deal);
        let chosen =
            Swap2Chosen { choice: request.choice, worth: rounded(worth), points, black: black.map(rounded) };
        Ok(judged.view(Some(chosen), score))
    }
}

/// A position with further stones; refused where one cannot be placed.
fn placed(mut position: Position, stones: &[Point]) -> Trained<Position> {
    for &point in stones {
        position.try_play(point).map_err(|error| TrainError::bad(error.to_string()))?;
    }
    Ok(position)
}

/// Black's chance by a search, and the line it expects.
fn black_chance(engine: &mut Engine, position: &Position, stop: &Stop) -> (f64, Vec<Point>) {
    let found = standing(engine, position, for_nodes(NODES), stop);
    (of_black(found.chance, position.side()), found.line)
}

fn judged(position: &Position, stop: &Stop) -> Judged {
    let mut engine = engine();
    let mut options = engine.options().clone();
    // Both names are the engine's own; were one to change, its default would do.
    let _ = options.parameters.set("balance_final_nodes", NODES as i32);
    let _ = options.parameters.set("balance_finalists", FINALISTS);
    engine.set_options(options);
    let (black, line) = black_chance(&mut engine, position, stop);
    let two = engine.balance(position, 2, Score::EVEN, &for_nodes(NODES), stop);
    let two_worth = match placed(position.clone(), &two) {
        Ok(after) if two.len() == 2 => {
            let (black, _) = black_chance(&mut engine, &after, stop);
            black.min(1.0 - black)
        }
        _ => 0.0,
    };
    Judged { white: 1.0 - black, line, two, two_worth }
}

/// Three stones whose balance, at the network's first sight, is near to one that chance has drawn.
fn dealt(rule: Rule, seed: u64) -> Position {
    let mut random = Random::new(seed);
    let wanted = 0.2 + 0.6 * (random.below(1000) as f64 / 1000.0);
    let mut best: Option<(f64, Position)> = None;
    for _ in 0..DRAWN {
        let mut position = Position::new(rule, Size::DEFAULT);
        let centre = position.size().centre();
        let near = |position: &Position| -> Vec<Point> {
            position.legal_moves().filter(|point| point.distance(centre) <= REACH).collect()
        };
        for _ in 0..3 {
            let Some(point) = random.pick(&near(&position)) else { break };
            position.play(point);
        }
        let black = glance(&position).map_or(0.5, |glance| of_black(glance.chance, position.side()));
        let off = (black - wanted).abs();
        if best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, position));
        }
    }
    best.map_or_else(|| Position::new(rule, Size::DEFAULT), |(_, position)| position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dealt_stones_are_three_and_differ_in_balance() {
        let mut chances = Vec::new();
        for seed in 0..6 {
            let position = dealt(Rule::Freestyle, seed);
            assert_eq!(position.history().len(), 3);
            assert_eq!(position.history(), dealt(Rule::Freestyle, seed).history(), "a seed gives the same");
            chances.push(glance(&position).unwrap().chance);
        }
        let spread = |pick: fn(f64, f64) -> f64| chances.iter().copied().reduce(pick).unwrap();
        assert!(spread(f64::max) - spread(f64::min) > 0.1, "{chances:?}");
    }

    #[test]
    fn a_choice_is_worth_what_the_side_it_takes_is() {
        let judged = Judged { white: 0.3, line: Vec::new(), two: Vec::new(), two_worth: 0.48 };
        assert_eq!(judged.best(), Swap2Choice::Black);
        let even = Judged { white: 0.45, line: Vec::new(), two: Vec::new(), two_worth: 0.58 };
        assert_eq!(even.best(), Swap2Choice::PlaceTwo);
        let view = even.view(None, Swap2Score::default());
        assert_eq!((view.black, view.worth.len()), (0.55, 3));
    }
}
