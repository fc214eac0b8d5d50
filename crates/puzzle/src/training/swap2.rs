//! The Swap2 trainer: how even three stones are, which choice the engine would take, and what the person's choice is worth.

use goren_core::{Limits, Point, Position, Random, Rule, Score, Size, Stone, Stop};
use goren_engine::{Engine, Options, SearchRequest, glance};

use super::progress::Player;
use super::view::{Swap2Choice, Swap2Chosen, Swap2Score, Swap2View, Swap2Worth};
use super::{Changes, Trained, Training, TrainingError};

/// Positions searched to judge a board; the result depends on nothing else.
const NODES: u64 = 40_000;
/// Pairs of stones that are judged with as much work.
const FINALISTS: i32 = 4;
/// Random boards that chance chooses among when stones are dealt.
const DRAWN: usize = 24;
/// How far from the centre the first stone may be, and how far from it the others.
const REACH: usize = 4;
/// The points of the best choice, and what a whole lost chance costs.
const MAX_POINTS: f64 = 10.0;
const POINTS_PER_CHANCE: f64 = 40.0;
/// Deals that wait for a choice; the oldest gives way.
const MAX_DEALT: usize = 16;

/// The most that is kept of an engine for judging.
const ENGINE_BYTES: usize = 64 << 20;

/// What a search says of three stones.
pub struct Balanced {
    /// White's chance; White moves.
    white: f64,
    line: Vec<Point>,
    /// Two further stones that leave the board as even as possible, and what they are worth to whoever places them.
    two: Vec<Point>,
    two_worth: f64,
}

impl Balanced {
    /// Judges the board of three stones.
    pub fn of(position: &Position, stop: &Stop) -> Balanced {
        let mut engine = judge_engine();
        let mut options = engine.options().clone();
        // Both names are the engine's own; were one to change, its default would do.
        let _ = options.parameters.set("balance_final_nodes", NODES as i32);
        let _ = options.parameters.set("balance_finalists", FINALISTS);
        engine.set_options(options);
        let (black, line) = black_chance(&mut engine, position, NODES, stop);
        let two = engine.balance(position, 2, Score::EVEN, &for_nodes(NODES), stop);
        let two_worth = match placed(position.clone(), &two) {
            Ok(after) if two.len() == 2 => worth_of_two(&mut engine, &after, stop).0,
            _ => 0.0,
        };
        Balanced { white: 1.0 - black, line, two, two_worth }
    }

    /// What a choice of the person is worth, with the stones placed by it, and how many points that gives.
    fn chosen(&self, choice: Swap2Choice, after: &Position, stop: &Stop) -> Swap2Chosen {
        let placed =
            (choice == Swap2Choice::PlaceTwo).then(|| worth_of_two(&mut judge_engine(), after, stop));
        let worth = placed.map_or_else(|| self.worth(choice), |(worth, _)| worth);
        let lost = (self.worth(self.best()) - worth).max(0.0);
        let points = (MAX_POINTS - POINTS_PER_CHANCE * lost).round().clamp(0.0, MAX_POINTS) as u32;
        Swap2Chosen { choice, worth: rounded(worth), points, black: placed.map(|(_, black)| rounded(black)) }
    }

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

    /// What is shown of it.
    pub fn view(self, chosen: Option<Swap2Chosen>, score: Swap2Score) -> Swap2View {
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

impl Swap2Score {
    /// The score after another choice.
    fn after(&self, points: u32) -> Swap2Score {
        let run = if f64::from(points) >= MAX_POINTS { self.run + 1 } else { 0 };
        Swap2Score {
            rounds: self.rounds + 1,
            points: self.points + points,
            run,
            best_run: self.best_run.max(run),
        }
    }
}

impl Training {
    /// Keeps stones that were dealt until somebody chooses by them.
    pub fn keep_deal(&mut self, deal: &str, position: Position) {
        if self.dealt.len() >= MAX_DEALT {
            self.dealt.pop_front();
        }
        self.dealt.push_back((deal.to_owned(), position));
    }

    /// The stones that were dealt under a name.
    pub fn dealt(&self, deal: &str) -> Trained<&Position> {
        let found = self.dealt.iter().find(|(name, _)| name == deal).map(|(_, position)| position);
        found.ok_or_else(|| TrainingError::NoSuchDeal { deal: deal.to_owned() })
    }

    /// Forgets a deal: it can be answered once.
    pub fn forget_deal(&mut self, deal: &str) {
        self.dealt.retain(|(name, _)| name != deal);
    }

    /// The score after a choice.
    pub fn chosen(&self, chosen: &Swap2Chosen, now: u64) -> (Swap2Score, Changes) {
        let before = &self.progress.player;
        let score = before.swap2.after(chosen.points);
        let player = Player { at: now, swap2: score.clone(), ..before.clone() };
        (score, Changes { player: Some(player), ..Changes::default() })
    }
}

/// The board of three stones that a person has placed.
pub fn three_stones(rule: Rule, stones: &[Point]) -> Trained<Position> {
    if stones.len() != 3 {
        return Err(TrainingError::ThreeStones { got: stones.len() });
    }
    placed(Position::new(rule, Size::DEFAULT), stones)
}

/// A choice by three stones, with the two that may come with it.
pub struct Swap2Try {
    choice: Swap2Choice,
    dealt: Position,
    after: Position,
}

impl Swap2Try {
    /// Checks the stones that come with a choice.
    pub fn new(dealt: Position, choice: Swap2Choice, stones: &[Point]) -> Trained<Swap2Try> {
        let expected = if choice == Swap2Choice::PlaceTwo { 2 } else { 0 };
        if stones.len() != expected {
            return Err(TrainingError::StonesOfChoice { expected, got: stones.len() });
        }
        let after = placed(dealt.clone(), stones)?;
        Ok(Swap2Try { choice, dealt, after })
    }

    /// Judges the three stones, and the choice.
    pub fn judge(&self, stop: &Stop) -> (Balanced, Swap2Chosen) {
        let balanced = Balanced::of(&self.dealt, stop);
        let chosen = balanced.chosen(self.choice, &self.after, stop);
        (balanced, chosen)
    }
}

/// A position with further stones; refused where one cannot be placed.
fn placed(mut position: Position, stones: &[Point]) -> Trained<Position> {
    for &point in stones {
        position.try_play(point)?;
    }
    Ok(position)
}

/// What two stones are worth to whoever has placed them, and Black's chance: whoever chooses next takes the better colour.
fn worth_of_two(engine: &mut Engine, after: &Position, stop: &Stop) -> (f64, f64) {
    let (black, _) = black_chance(engine, after, NODES, stop);
    (black.min(1.0 - black), black)
}

/// An engine to judge positions with.
pub(super) fn judge_engine() -> Engine {
    Engine::new(Options { memory: ENGINE_BYTES, ..Options::default() })
}

fn for_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Black's chance by a search, exact where the game is over, and the line it expects.
pub(super) fn black_chance(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    stop: &Stop,
) -> (f64, Vec<Point>) {
    if let Some(winner) = position.winner() {
        return (if winner == Stone::Black { 1.0 } else { 0.0 }, Vec::new());
    }
    let request = SearchRequest { limits: for_nodes(nodes), ..SearchRequest::default() };
    let found = engine.search(position, &request, stop, &mut |_| {});
    let (chance, line) =
        found.lines.into_iter().next().map_or((0.5, Vec::new()), |line| (line.score.chance(), line.pv));
    (of_black(chance, position.side()), line)
}

/// Black's chance by that of the side to move, with four digits: more would be noise.
fn of_black(chance: f64, side: Stone) -> f64 {
    let black = if side == Stone::Black { chance } else { 1.0 - chance };
    (black * 10_000.0).round() / 10_000.0
}

/// Three stones whose balance, at the network's first sight, is near to one that chance has drawn.
pub fn deal(rule: Rule, seed: u64) -> Position {
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
            let position = deal(Rule::Freestyle, seed);
            assert_eq!(position.history().len(), 3);
            assert_eq!(position.history(), deal(Rule::Freestyle, seed).history(), "a seed gives the same");
            chances.push(glance(&position).unwrap().chance);
        }
        let spread = |pick: fn(f64, f64) -> f64| chances.iter().copied().reduce(pick).unwrap();
        assert!(spread(f64::max) - spread(f64::min) > 0.1, "{chances:?}");
    }

    #[test]
    fn a_choice_is_worth_what_the_side_it_takes_is() {
        let balanced = Balanced { white: 0.3, line: Vec::new(), two: Vec::new(), two_worth: 0.48 };
        assert_eq!(balanced.best(), Swap2Choice::Black);
        let even = Balanced { white: 0.45, line: Vec::new(), two: Vec::new(), two_worth: 0.58 };
        assert_eq!(even.best(), Swap2Choice::PlaceTwo);
        let view = even.view(None, Swap2Score::default());
        assert_eq!((view.black, view.worth.len()), (0.55, 3));
    }
}
