//! Which of the results of several threads is played.

use std::collections::HashMap;

use goren_core::{Point, Report, Score};

/// What a thread has found: its last finished iteration, and its lines, the best first.
pub(crate) type ThreadResult = (i32, Vec<Report>);

/// What the thread with the lowest score still counts, in points. Chosen by hand, and so small that a clearly better score decides.
const MIN_SCORE: i32 = 20;

/// The result to play: the shortest win if there is one, otherwise that of the move for which most threads are. A thread
/// counts more the deeper it has searched and the better it finds its move; of the threads for the same move the deepest
/// answers. The first thread comes first where all else is equal.
pub(crate) fn elect(found: Vec<ThreadResult>) -> Vec<Report> {
    let wins = found.iter().filter_map(|(_, lines)| Some((lines.first()?.score.plies_to_win()?, lines)));
    if let Some((_, lines)) = wins.min_by_key(|&(plies, _)| plies) {
        return lines.clone();
    }
    let least = found.iter().filter_map(choice).map(|(_, score)| score.0).min().unwrap_or(0);
    let mut votes: HashMap<Point, i64> = HashMap::new();
    for one in &found {
        if let Some((point, score)) = choice(one) {
            *votes.entry(point).or_default() += i64::from(one.0) * i64::from(score.0 - least + MIN_SCORE);
        }
    }
    let standing = |one: &ThreadResult| (choice(one).map(|(point, _)| votes[&point]), one.0);
    let best =
        found.into_iter().reduce(|best, other| if standing(&other) > standing(&best) { other } else { best });
    best.map(|(_, lines)| lines).unwrap_or_default()
}

/// The move of a thread, and its score.
fn choice((_, lines): &ThreadResult) -> Option<(Point, Score)> {
    let best = lines.first()?;
    Some((*best.pv.first()?, best.score))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn found(name: &str, depth: i32, score: Score) -> ThreadResult {
        let report = Report {
            rank: 0,
            depth: depth as u32,
            selective_depth: 0,
            score,
            is_proved: false,
            pv: vec![name.parse().unwrap()],
            nodes: 0,
            time: Duration::ZERO,
        };
        (depth, vec![report])
    }

    fn elected(found: Vec<ThreadResult>) -> (String, u32) {
        let lines = elect(found);
        (lines[0].pv[0].to_string(), lines[0].depth)
    }

    #[test]
    fn one_thread_is_its_own_majority() {
        assert_eq!(elected(vec![found("h8", 0, Score(-50))]), ("h8".into(), 0));
    }

    #[test]
    fn the_shortest_win_is_played_however_many_are_for_another_move() {
        let win = |name, plies| found(name, 3, Score::win_in(plies));
        let quiet = || found("a1", 20, Score(500));
        assert_eq!(elected(vec![quiet(), win("h8", 9), quiet(), win("h9", 5)]), ("h9".into(), 3));
    }

    #[test]
    fn two_threads_outvote_a_third_that_is_a_ply_deeper() {
        let all = vec![found("a1", 13, Score(30)), found("h8", 12, Score(28)), found("h8", 11, Score(33))];
        assert_eq!(elected(all), ("h8".into(), 12));
    }

    #[test]
    fn a_thread_that_has_found_much_more_outvotes_two() {
        let all = vec![found("a1", 12, Score(10)), found("a1", 12, Score(12)), found("h8", 13, Score(160))];
        assert_eq!(elected(all), ("h8".into(), 13));
    }

    #[test]
    fn the_first_thread_is_believed_where_all_else_is_equal() {
        let all = vec![found("h8", 12, Score(10)), found("a1", 12, Score(10))];
        assert_eq!(elected(all), ("h8".into(), 12));
    }

    #[test]
    fn a_thread_without_a_finished_iteration_has_no_say() {
        let all = vec![found("h8", 5, Score(-300)), found("a1", 0, Score(400)), found("a1", 0, Score(400))];
        assert_eq!(elected(all), ("h8".into(), 5));
    }
}
