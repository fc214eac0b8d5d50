use goren_core::{Rule, Score, Size, Stone};

use super::*;
use crate::fixture::{Draw as _, damaged};
use goren_core::Random;

fn random_game(random: &mut Random) -> PackedGame {
    let size = random.size();
    let mut points = random.points(size);
    let traps = points.split_off(points.len() - random.below(4));
    points.truncate(random.below(points.len() + 1));
    let packed = |point| PackedMove {
        point,
        is_quiet: random.once_in(2),
        score: match random.below(6) {
            0 => None,
            1 => Some(PackedScore::new(Score::win_in(5))),
            2 => Some(PackedScore::new(Score::loss_in(12))),
            _ => Some(PackedScore::new(Score(random.below(20_000) as i32 - 10_000))),
        },
    };
    let moves: Vec<PackedMove> = points.into_iter().map(packed).collect();
    PackedGame {
        rule: random.one_of(&Rule::ALL),
        size,
        traps,
        placed: random.below(moves.len().min(255) + 1),
        moves,
        result: random.one_of(&[
            RecordResult::Draw,
            RecordResult::Win(Stone::Black),
            RecordResult::Win(Stone::White),
        ]),
    }
}

fn pack(games: &[PackedGame]) -> Vec<u8> {
    let mut writer = PackWriter::new(Vec::new()).unwrap();
    games.iter().for_each(|game| writer.write(game).unwrap());
    writer.into_inner()
}

/// The complete games at the beginning, and the error after them.
fn unpack(bytes: &[u8]) -> (Vec<PackedGame>, Option<PackError>) {
    let mut reader = match PackReader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut games = Vec::new();
    for game in &mut reader {
        match game {
            Ok(game) => games.push(game),
            Err(error) => {
                assert!(reader.next().is_none());
                return (games, Some(error));
            }
        }
    }
    assert_eq!(reader.offset(), bytes.len() as u64);
    (games, None)
}

#[test]
fn games_come_back_as_they_were_packed() {
    let mut random = Random::new(1);
    let games: Vec<PackedGame> = (0..200).map(|_| random_game(&mut random)).collect();
    let (back, error) = unpack(&pack(&games));
    assert!(error.is_none(), "{error:?}");
    assert_eq!(back, games);
}

#[test]
fn a_cut_pack_gives_its_whole_games_and_says_where_the_next_began() {
    let mut random = Random::new(2);
    let games: Vec<PackedGame> = (0..6).map(|_| random_game(&mut random)).collect();
    let ends: Vec<usize> = (0..=games.len()).map(|count| pack(&games[..count]).len()).collect();
    let bytes = pack(&games);
    for end in 0..bytes.len() {
        let (back, error) = unpack(&bytes[..end]);
        let whole = ends.iter().rposition(|&each| each <= end);
        assert_eq!(back, games[..whole.unwrap_or(0)]);
        match (error, whole) {
            (None, Some(whole)) => assert_eq!(end, ends[whole]),
            (Some(PackError::Cut { offset }), whole) => {
                assert_eq!(offset as usize, whole.map_or(0, |whole| ends[whole]));
                assert_ne!(Some(end), whole.map(|whole| ends[whole]));
            }
            (error, _) => panic!("cut at {end}: {error:?}"),
        }
    }
}

#[test]
fn a_damaged_pack_is_read_without_a_panic_and_what_is_read_packs_again() {
    let mut random = Random::new(3);
    let bytes = pack(&[random_game(&mut random), random_game(&mut random)]);
    damaged(&bytes, |bytes| drop(unpack(bytes)));
    for _ in 0..2000 {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((0..random.below(300)).map(|_| random.below(256) as u8));
        // Mostly plausible beginnings, so that the moves are reached.
        if bytes.len() > 8 && !random.once_in(4) {
            (bytes[5], bytes[6], bytes[7]) = (random.below(5) as u8, 22, 0);
        }
        let (games, _) = unpack(&bytes);
        assert_eq!(unpack(&pack(&games)).0, games);
    }
}

#[test]
fn the_layout_is_the_documented_one() {
    let point = |name: &str| name.parse().unwrap();
    let game = PackedGame {
        rule: Rule::Renju,
        size: Size::DEFAULT,
        traps: vec![point("o15")],
        placed: 1,
        moves: vec![
            PackedMove { point: point("a1"), is_quiet: false, score: None },
            PackedMove { point: point("b2"), is_quiet: true, score: Some(PackedScore::new(Score(8))) },
            PackedMove { point: point("c1"), is_quiet: false, score: Some(PackedScore::new(Score(-29_990))) },
        ],
        result: RecordResult::Win(Stone::White),
    };
    // 0x80000 is no score and nothing else; b2 is 16, quiet 512, the root of 8 · 32 is 16; c1 is 2 and -511.
    let (first, second, third) = (0x80000_u64, 16 | 512 | 16 << 10, 2 | (0x400 - 511) << 10);
    let mut expected = b"GRNP\x01".to_vec();
    expected.extend([2 | 2 << 3, 15, 1, 1, 3, 0, 224, 0]);
    expected.extend(&(first | second << 20).to_le_bytes()[..5]);
    expected.extend(&u64::to_le_bytes(third)[..3]);
    assert_eq!(pack(&[game]), expected);
}

#[test]
fn a_score_keeps_its_sign_order_and_proof() {
    for score in -9000..=9000 {
        let packed = PackedScore::new(Score(score));
        assert!(!packed.is_decided());
        assert_eq!(packed.score().0.signum(), score.signum(), "{score}");
        assert!(packed <= PackedScore::new(Score(score + 1)));
        assert_eq!(PackedScore::new(-Score(score)).score(), -packed.score());
        let error = (packed.score().0 - score).abs();
        assert!(score.abs() > 8096 || error <= 1 + score.abs() / 64, "{score} came back {error} away");
    }
    for proven in [Score::win_in(7), Score::loss_in(4)] {
        let packed = PackedScore::new(proven);
        assert!(packed.is_decided() && packed.score().is_decided());
        assert_eq!(packed.score().0.signum(), proven.0.signum());
    }
}

#[test]
fn errors_name_the_place_and_what_was_there() {
    let game = |bytes: &[u8]| unpack(&[&MAGIC, bytes].concat()).1.unwrap().to_string();
    let not = unpack(b"PK\x03\x04..").1.unwrap().to_string();
    assert_eq!(not, "expected a game pack (GRNP, version 1), got `PK\\x03\\x04.`");
    assert_eq!(unpack(b"GRNP\x02").1.unwrap().to_string().split(", got ").last(), Some("`GRNP\\x02`"));
    assert_eq!(game(&[1, 15]), "expected a whole game at offset 5, got the end");
    assert_eq!(
        game(&[7, 15, 0, 0, 0, 0]),
        "game at offset 5: expected a rule (0 to 4) and 8 times a result (0 to 2), got 7"
    );
    assert_eq!(game(&[0, 23, 0, 0, 0, 0]), "game at offset 5: expected a board's side from 5 to 22, got 23");
    assert_eq!(
        game(&[0, 15, 0, 2, 1, 0]),
        "game at offset 5: expected no more stones placed than moves, got 2 of 1"
    );
    assert_eq!(
        game(&[0, 15, 1, 0, 0, 0, 225, 0]),
        "game at offset 5: expected a point of the board, got 225"
    );
    let score = (510_u32 << 10).to_le_bytes();
    assert_eq!(
        game(&[0, 15, 0, 0, 1, 0, score[0], score[1], score[2]]),
        "game at offset 5: expected a score, got 510"
    );
}

#[test]
fn a_game_that_does_not_fit_is_refused() {
    let traps: Vec<_> = Size::MAX.points().take(256).collect();
    let game = PackedGame {
        rule: Rule::Freestyle,
        size: Size::MAX,
        traps,
        placed: 0,
        moves: Vec::new(),
        result: RecordResult::Draw,
    };
    let error = PackWriter::new(Vec::new()).unwrap().write(&game).unwrap_err();
    assert_eq!(error.to_string(), "256 traps are more than a pack can hold");
}
