//! What the tests share: random games, boards drawn as text, whole games of a program against itself.

use std::time::Duration;

use goren_core::{
    Agent, Area, Ask, Clock, Game, Limits, Opening, Point, Position, Random, Report, Rule, Size, Step, Stone,
    Stop,
};

use crate::{Classic, Description, Settings};

/// A random number of random moves, less than `most`, on a board with a few traps. Moves stay near each other, so that
/// rows form.
pub(crate) fn random_game(random: &mut Random, rule: Rule, size: Size, most: usize) -> Position {
    let points: Vec<Point> = size.points().collect();
    let mut traps: Vec<Point> = (0..random.below(6)).map(|_| points[random.below(points.len())]).collect();
    traps.sort();
    traps.dedup();
    let mut position = Position::with_traps(rule, size, &traps).unwrap();
    for _ in 0..random.below(most) {
        let stones: Vec<Point> = position.history().iter().filter_map(|played| played.point).collect();
        let mut moves: Vec<Point> = Vec::new();
        if !stones.is_empty() {
            let stone = stones[random.below(stones.len())];
            let around = (-1..=1).flat_map(|dx| (-1..=1).filter_map(move |dy| stone.offset(dx, dy)));
            moves.extend(around.filter(|&point| position.size().contains(point)));
            moves.retain(|&point| position.winner().is_none() && position.is_legal(point));
        }
        if moves.is_empty() || random.below(8) == 0 {
            moves = position.legal_moves().collect();
        }
        if moves.is_empty() {
            break;
        }
        position.play(moves[random.below(moves.len())]);
    }
    position
}

/// Runs of stones and a few traps all over a board, whether or not a game could lead to it.
pub(crate) fn strewn(random: &mut Random, rule: Rule, size: Size) -> Position {
    let (mut traps, mut stones) = (Vec::new(), Vec::new());
    let (fill, streak) = (1 + random.below(8), 2 + random.below(4));
    let mut last = Stone::Black;
    for point in size.points() {
        if random.below(streak) == 0 {
            last = Stone::BOTH[random.below(2)];
        }
        match random.below(10) {
            0 if random.below(4) == 0 => traps.push(point),
            n if n <= fill => stones.push((point, last)),
            _ => {}
        }
    }
    Position::with_setup(rule, size, &traps, &stones, last).unwrap()
}

/// As [`random_game`], freestyle and not over.
pub(crate) fn random_position(random: &mut Random, size: Size, most: usize) -> Position {
    loop {
        let position = random_game(random, Rule::Freestyle, size, most);
        if position.outcome().is_ongoing() {
            return position;
        }
    }
}

/// A board drawn with `X` for Black, `O` for White, `#` for traps and `.` for empty points, `side` to move.
pub(crate) fn board(picture: &str, side: Stone) -> Position {
    let rows: Vec<Vec<char>> =
        picture.lines().map(|line| line.chars().filter(|c| !c.is_whitespace()).collect()).collect();
    let rows: Vec<_> = rows.into_iter().filter(|row| !row.is_empty()).collect();
    let size = Size::new(rows.len()).unwrap();
    let (mut traps, mut stones) = (Vec::new(), Vec::new());
    for (y, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), rows.len(), "a board is square");
        for (x, &mark) in row.iter().enumerate() {
            let point = size.at_top_left(x, y).unwrap();
            match mark {
                'X' => stones.push((point, Stone::Black)),
                'O' => stones.push((point, Stone::White)),
                '#' => traps.push(point),
                _ => {}
            }
        }
    }
    Position::with_setup(Rule::Freestyle, size, &traps, &stones, side).unwrap()
}

/// A program with these settings.
pub(crate) fn classic_with(description: &'static Description, settings: &Settings) -> Classic {
    Classic::new(description, settings).unwrap()
}

/// A program with a depth, without some of its optimisations.
pub(crate) fn classic_without(
    description: &'static Description,
    depth: Option<u32>,
    without: &[&str],
) -> Classic {
    let without = without.iter().map(|&name| name.to_owned()).collect();
    classic_with(description, &Settings { depth, without, ..Settings::default() })
}

/// A time limit that even a slow machine never reaches.
pub(crate) fn unhurried() -> Limits {
    let turn = Some(Duration::from_secs(3600));
    Limits { clock: Clock { turn, ..Clock::default() }, ..Limits::default() }
}

/// An agent's move in a position, and its last report.
pub(crate) fn play(agent: &mut dyn Agent, position: &Position, limits: &Limits) -> (Point, Option<Report>) {
    let game = Game::from_position(position.clone());
    let mut last = None;
    let step = agent.choose(&game, limits, &Stop::default(), &mut |report| last = Some(report.clone()));
    let Step::Place(point) = step else { panic!("expected a stone, got {step}") };
    (point, last)
}

/// What a program plays in a position, and the value of its search in the program's own units; `None` if it did not
/// search.
pub(crate) fn choice(classic: &mut Classic, position: &Position) -> (Point, Option<i64>) {
    classic.instruments_mut().trace_depth = 1;
    let (point, _) = play(classic, position, &unhurried());
    (point, classic.instruments().tree.as_ref().map(|tree| tree.value))
}

/// Points by their names, with spaces between them.
pub(crate) fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

/// Lets an agent play whole games against itself on every size, with traps, under every rule and opening rule. Each step
/// must be legal, and no stone may be on a point forbidden to Black while another point is legal.
pub(crate) fn plays_legally_everywhere(agent: &mut dyn Agent, moves: usize) {
    let mut random = Random::new(11);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    for (round, size) in Size::all().enumerate() {
        for opening in Opening::ALL {
            let rule = Rule::ALL[random.below(5)];
            let points: Vec<Point> = size.points().collect();
            let mut traps: Vec<Point> = (0..round % 7).map(|_| points[random.below(points.len())]).collect();
            traps.sort();
            traps.dedup();
            traps.retain(|&trap| !size.in_centre(trap, 9));
            let Ok(mut game) = Game::new(rule, size, &traps, opening) else { continue };
            for _ in 0..moves {
                if game.result().is_some() {
                    break;
                }
                let step = agent.choose(&game, &limits, &Stop::default(), &mut |report| {
                    // What is answered without a search is reported only where the game is over.
                    assert!(report.nodes > 0 || report.score.is_decided());
                    assert!(!report.pv.is_empty());
                });
                if let Step::Place(point) = step
                    && let Some(Ask::Place { area: Area::Board, .. }) = game.turn().map(|turn| turn.ask)
                {
                    assert!(game.position().is_legal(point), "{point} in {:?}", game.position());
                }
                game.step(step).unwrap_or_else(|error| panic!("{error}: {:?}", game.position()));
            }
        }
    }
}
