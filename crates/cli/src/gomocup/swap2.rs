//! The engine's side of a swap2 opening.

use std::time::Duration;

use anyhow::ensure;
use goren_core::{Agent, Choice, Game, Limits, Opening, Point, Report, Rule, Size, Step, Stone, Stop};

use super::searcher::{SearchOutcome, referee};

/// A step takes up to three decisions, which share its time.
const DECISIONS: u32 = 3;
/// The time for a decision without a clock.
const DEFAULT_DECISION_TIME: Duration = Duration::from_secs(2);

/// The game after the given stones, at the step to be taken.
pub(super) fn game(rule: Rule, size: Size, stones: &[Point]) -> anyhow::Result<Game> {
    ensure!(
        matches!(stones.len(), 0 | 3 | 5),
        "expected 0, 3 or 5 stones of a swap2 opening, got {}",
        stones.len()
    );
    let mut game = Game::new(rule, size, &[], Opening::Swap2)?;
    for (i, &point) in stones.iter().enumerate() {
        if i == 3 {
            game.step(Step::Choose(Choice::PlaceTwo))?;
        }
        game.step(Step::Place(point))?;
    }
    Ok(game)
}

/// Takes the step that the game is waiting for.
pub(super) fn answer(
    agent: &mut dyn Agent,
    mut game: Game,
    limits: &Limits,
    stop: &Stop,
    report: &mut dyn FnMut(&Report),
) -> SearchOutcome {
    let mut limits = *limits;
    limits.clock.turn = Some(limits.clock.turn.map_or(DEFAULT_DECISION_TIME, |turn| turn / DECISIONS));
    let count = if game.position().history().is_empty() {
        3
    } else {
        match choice(agent, &mut game, &limits, stop, report) {
            Choice::Take(Stone::Black) => return SearchOutcome::Swap,
            Choice::PlaceTwo => 2,
            Choice::Take(Stone::White) | Choice::OfferTen => 1,
        }
    };
    let mut stones = Vec::new();
    while stones.len() < count {
        let wanted = match agent.choose(&game, &limits, stop, report) {
            Step::Place(point) => Some(point),
            _ => None,
        };
        let Some(point) = referee(game.position(), wanted, &[]) else { break };
        stones.push(point);
        if game.step(Step::Place(point)).is_err() {
            break;
        }
    }
    SearchOutcome::Stones(stones)
}

/// The agent's choice if the game accepts it; an agent that does not know about openings stays White.
fn choice(
    agent: &mut dyn Agent,
    game: &mut Game,
    limits: &Limits,
    stop: &Stop,
    report: &mut dyn FnMut(&Report),
) -> Choice {
    let stay = Choice::Take(Stone::White);
    let choice = match agent.choose(game, limits, stop, report) {
        Step::Choose(choice) if game.step(Step::Choose(choice)).is_ok() => return choice,
        _ => stay,
    };
    // Taking a colour is possible wherever a swap2 opening asks for a choice.
    let _ = game.step(Step::Choose(choice));
    choice
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes steps from a list.
    struct Script(Vec<Step>);

    impl Agent for Script {
        fn name(&self) -> String {
            "script".to_owned()
        }

        fn choose(&mut self, _: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Report)) -> Step {
            self.0.remove(0)
        }
    }

    fn points(text: &str) -> Vec<Point> {
        text.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    fn place(name: &str) -> Step {
        Step::Place(name.parse().unwrap())
    }

    fn answer_of(stones: &str, steps: &[Step]) -> SearchOutcome {
        let game = game(Rule::Standard, Size::DEFAULT, &points(stones)).unwrap();
        let mut script = Script(steps.to_vec());
        answer(&mut script, game, &Limits::default(), &Stop::default(), &mut |_| {})
    }

    const THREE: &str = "h8 i8 j6";
    const FIVE: &str = "h8 i8 j6 i7 i9";

    #[test]
    fn the_first_player_places_three_stones() {
        let three = [place("h8"), place("i8"), place("j6")];
        assert_eq!(answer_of("", &three), SearchOutcome::Stones(points(THREE)));
    }

    #[test]
    fn choices_become_replies() {
        let take = |stone| Step::Choose(Choice::Take(stone));
        assert_eq!(answer_of(THREE, &[take(Stone::Black)]), SearchOutcome::Swap);
        assert_eq!(answer_of(THREE, &[take(Stone::White), place("i7")]), SearchOutcome::Stones(points("i7")));
        let two = [Step::Choose(Choice::PlaceTwo), place("i7"), place("i9")];
        assert_eq!(answer_of(THREE, &two), SearchOutcome::Stones(points("i7 i9")));
        assert_eq!(answer_of(FIVE, &[take(Stone::Black)]), SearchOutcome::Swap);
        assert_eq!(answer_of(FIVE, &[take(Stone::White), place("g7")]), SearchOutcome::Stones(points("g7")));
    }

    #[test]
    fn an_agent_that_only_places_stays_white() {
        assert_eq!(answer_of(THREE, &[place("a1"), place("i7")]), SearchOutcome::Stones(points("i7")));
        let two = Step::Choose(Choice::PlaceTwo);
        assert_eq!(answer_of(FIVE, &[two, place("g7")]), SearchOutcome::Stones(points("g7")));
        let SearchOutcome::Stones(stones) = answer_of(FIVE, &[place("a1"), place("h8")]) else {
            panic!("a stone")
        };
        assert!(stones.len() == 1 && stones != points("h8"));
    }

    #[test]
    fn other_numbers_of_stones_are_refused() {
        for stones in ["h8", "h8 i8", "h8 i8 j6 i7", "h8 i8 j6 i7 i9 a1"] {
            assert!(game(Rule::Standard, Size::DEFAULT, &points(stones)).is_err());
        }
    }
}
