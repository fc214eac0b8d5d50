//! Wins by continuous threats: fours, open threes and moves that threaten a win by fours.
//!
//! Depth-first proof-number search (Nagai 2002) over moves that threaten to win by fours and the replies that may
//! spoil that win; every other reply loses to it.

use goren_core::{Point, Position, Stone};

use crate::board::{Area, Board};
use crate::class::Class;
use crate::vcf::{Vcf, any_reply, is_legal_four};

/// What the solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The side to move wins; the line has the reply that resists longest among those looked at.
    Win(Vec<Point>),
    /// No win with these threats.
    None,
    /// Stopped first.
    Unknown,
}

/// Which moves the attacker may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threats {
    /// Fours and open threes.
    Open,
    /// Also quiet moves after which there is a win by fours.
    Any,
}

/// When to give up.
pub(crate) struct Patience<'a> {
    /// The most positions to look at, those of the solver for fours included.
    pub(crate) nodes: u64,
    /// Asked now and then whether to stop.
    pub(crate) is_stopped: &'a dyn Fn() -> bool,
}

/// A solver with its memory.
pub(crate) struct Vct {
    vcf: Vcf,
    /// A power of two of entries.
    table: Vec<Entry>,
    /// The children of every node on the path, the deepest last.
    children: Vec<Child>,
    /// By colour and point: what a stone does to the hash, the change of side included.
    keys: Box<[[u64; 1024]; 2]>,
    /// Tells the attackers apart: the same position is another question when the other side attacks.
    salt: u64,
    nodes: u64,
    /// The nodes at which to ask again whether to stop.
    next_check: u64,
    is_over: bool,
    /// Whether some threat was left out, or some win by fours not looked for to the end.
    is_cut: bool,
    effort: Effort,
}

/// What the search may spend on one position.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Effort {
    /// The weakest shapes that quiet moves are tried for.
    weakest: Class,
    /// Attacking positions to look at for a win by fours where the attacker moves.
    attack: u32,
    /// The same where the attacker only threatens.
    threat: u32,
}

/// How far a position is from being decided: the fewest positions that would have to be won, and to be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// Of a proved position: the plies to the win.
    plies: u32,
}

impl Numbers {
    const INFINITE: u32 = 1 << 30;
    const REFUTED: Numbers = Numbers { proof: Numbers::INFINITE, disproof: 0, plies: 0 };

    const fn won_in(plies: u32) -> Numbers {
        Numbers { proof: 0, disproof: Numbers::INFINITE, plies }
    }

    const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    numbers: Numbers,
}

impl Entry {
    const EMPTY: Entry = Entry { hash: 0, numbers: Numbers { proof: 1, disproof: 1, plies: 0 } };
}

#[derive(Clone, Copy)]
struct Child {
    point: Point,
    hash: u64,
    /// Its numbers if the table does not know them: a guess at first.
    latest: Numbers,
}

/// How far to go into a position: until one of its numbers reaches its limit.
#[derive(Clone, Copy)]
struct Bounds {
    proof: u32,
    disproof: u32,
}

impl Bounds {
    const NONE: Bounds = Bounds { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
}

impl Effort {
    const ROUNDS: u32 = 8;

    /// Little at first; each further round widens the search, until nothing is left out.
    const fn of_round(round: u32, threats: Threats) -> Effort {
        let weakest = match (threats, round) {
            (Threats::Open, _) => Class::OpenThree,
            (Threats::Any, 0) => Class::Two,
            (Threats::Any, _) => Class::Quiet,
        };
        let scale = 1 << (2 * round);
        Effort { weakest, attack: 2_000 * scale, threat: 500 * scale }
    }

    /// Whether some threats are left to the next round.
    fn is_partial(self) -> bool {
        self.weakest == Class::Two
    }
}

impl Vct {
    /// A solver that remembers up to 2^`log2_entries` positions, 24 bytes each, and as many for its fours.
    pub(crate) fn new(log2_entries: u32) -> Vct {
        Vct {
            vcf: Vcf::new(log2_entries),
            table: vec![Entry::EMPTY; 1 << log2_entries],
            children: Vec::with_capacity(4096),
            keys: Box::new([[0; 1024]; 2]),
            salt: 0,
            nodes: 0,
            next_check: 0,
            is_over: false,
            is_cut: false,
            effort: Effort::of_round(0, Threats::Open),
        }
    }

    /// The memory that a solver of this size takes, in bytes.
    pub(crate) const fn bytes(log2_entries: u32) -> usize {
        (24 + 8) << log2_entries
    }

    pub(crate) fn clear(&mut self) {
        self.vcf.clear();
        self.table.fill(Entry::EMPTY);
        self.is_cut = self.effort.is_partial();
    }

    /// Positions looked at since the solver was made, those of the solver for fours included.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes()
    }

    /// Looks for a win of the side to move.
    pub(crate) fn solve(&mut self, board: &mut Board, threats: Threats, patience: &Patience<'_>) -> Verdict {
        if board.position().winner().is_some() {
            return Verdict::None;
        }
        self.keys = keys(board.position());
        self.salt = if board.side() == Stone::Black { 0 } else { 0x9e37_79b9_7f4a_7c15 };
        self.is_over = false;
        let limits = Limits { last: self.nodes().saturating_add(patience.nodes), patience };
        self.next_check = self.nodes();
        for round in 0..Effort::ROUNDS {
            self.set_effort(Effort::of_round(round, threats));
            let numbers = self.attack(board, Bounds::NONE, &limits);
            if numbers.proof == 0 {
                return self.line(board, &limits).map_or(Verdict::Unknown, Verdict::Win);
            }
            if self.is_over(&limits) {
                break;
            }
            if !self.is_cut {
                return Verdict::None;
            }
        }
        Verdict::Unknown
    }

    /// What was refuted with less effort may be won with more; what was won is won.
    fn set_effort(&mut self, effort: Effort) {
        if effort != self.effort {
            self.effort = effort;
            self.is_cut = effort.is_partial();
            for entry in self.table.iter_mut().filter(|entry| entry.numbers.proof != 0) {
                *entry = Entry::EMPTY;
            }
        }
    }

    /// The attacker moves.
    fn attack(&mut self, board: &mut Board, bounds: Bounds, limits: &Limits<'_>) -> Numbers {
        let known = self.known(board.hash());
        if let Some(numbers) = known
            && numbers.is_decided()
        {
            return numbers;
        }
        if known.is_none() {
            let mut budget = self.effort.attack;
            let plies = self.vcf.plies_to_win(board, &mut budget);
            self.is_cut |= plies.is_none() && budget == 0;
            if let Some(plies) = plies {
                return self.store(board.hash(), Numbers::won_in(plies));
            }
        }
        let start = self.children.len();
        self.list_attacks(board);
        let numbers = self.expand(board, start, bounds, limits, Side::Attacker);
        self.children.truncate(start);
        self.store(board.hash(), numbers)
    }

    /// The defender moves.
    fn defend(&mut self, board: &mut Board, bounds: Bounds, limits: &Limits<'_>) -> Numbers {
        if let Some(numbers) = self.known(board.hash())
            && numbers.is_decided()
        {
            return numbers;
        }
        let start = self.children.len();
        let numbers = match self.list_replies(board) {
            Some(plies) if self.children.len() == start => Numbers::won_in(plies),
            Some(_) => self.expand(board, start, bounds, limits, Side::Defender),
            None => Numbers::REFUTED,
        };
        self.children.truncate(start);
        self.store(board.hash(), numbers)
    }

    /// Goes into the most promising child again and again, until the numbers reach the bounds.
    fn expand(
        &mut self,
        board: &mut Board,
        start: usize,
        bounds: Bounds,
        limits: &Limits<'_>,
        side: Side,
    ) -> Numbers {
        let end = self.children.len();
        loop {
            let sum = self.sum_up(start, end, side);
            let numbers = sum.numbers;
            if numbers.is_decided()
                || numbers.proof >= bounds.proof
                || numbers.disproof >= bounds.disproof
                || self.is_over(limits)
            {
                return numbers;
            }
            let Some(best) = sum.best else { return numbers };
            let child = self.children[best];
            let seen = self.numbers_of(&child);
            // The second best may be a little exceeded, so that the search does not run to and fro.
            let slack = |second: u32| second.saturating_add(second / 4 + 1);
            let inner = match side {
                Side::Attacker => Bounds {
                    proof: bounds.proof.min(slack(sum.second)),
                    disproof: (bounds.disproof - numbers.disproof).saturating_add(seen.disproof),
                },
                Side::Defender => Bounds {
                    proof: (bounds.proof - numbers.proof).saturating_add(seen.proof),
                    disproof: bounds.disproof.min(slack(sum.second)),
                },
            };
            self.nodes += 1;
            board.play(child.point);
            // The table may forget it while its siblings are looked at.
            self.children[best].latest = match side {
                Side::Attacker => self.defend(board, inner, limits),
                Side::Defender => self.attack(board, inner, limits),
            };
            board.undo();
        }
    }

    /// The numbers of a node from those of its children.
    fn sum_up(&self, start: usize, end: usize, side: Side) -> Sum {
        let mut least = Numbers::INFINITE;
        let mut second = Numbers::INFINITE;
        let mut total: u32 = 0;
        let mut plies: Option<u32> = None;
        let mut best = None;
        for i in start..end {
            let child = &self.children[i];
            let numbers = self.numbers_of(child);
            let (chosen, added) = match side {
                Side::Attacker => (numbers.proof, numbers.disproof),
                Side::Defender => (numbers.disproof, numbers.proof),
            };
            total = total.saturating_add(added).min(Numbers::INFINITE);
            if chosen < least {
                second = least;
                least = chosen;
                best = Some(i);
            } else {
                second = second.min(chosen);
            }
            if numbers.proof == 0 {
                plies = Some(match side {
                    Side::Attacker => plies.map_or(numbers.plies, |fewest| fewest.min(numbers.plies)),
                    Side::Defender => plies.map_or(numbers.plies, |most| most.max(numbers.plies)),
                });
            }
        }
        let plies = plies.unwrap_or(0) + 1;
        let numbers = match side {
            Side::Attacker if least == 0 => Numbers::won_in(plies),
            Side::Attacker => Numbers { proof: least, disproof: total, plies: 0 },
            Side::Defender if total == 0 => Numbers::won_in(plies),
            Side::Defender => Numbers { proof: total, disproof: least, plies: 0 },
        };
        Sum { numbers, best, second }
    }

    /// The moves worth trying; the attacker has no win by fours.
    fn list_attacks(&mut self, board: &Board) {
        let (me, foe) = (board.side(), !board.side());
        let is_threatened = board.count(foe, Class::Five) > 0;
        let start = self.children.len();
        for point in board.near().points() {
            let class = board.class(point, me);
            let blocks = is_threatened && board.class(point, foe) == Class::Five;
            if is_threatened && !blocks && !is_legal_four(board, point) {
                continue;
            }
            let proof = match class {
                Class::Forbidden => continue,
                _ if is_threatened => 1,
                Class::FourThree | Class::OpenFour | Class::Five => 1,
                Class::Four => 2,
                Class::DoubleThree => 2,
                Class::OpenThree => 3,
                Class::Three | Class::Two | Class::Quiet if class >= self.effort.weakest => 8,
                _ => continue,
            };
            if class == Class::DoubleThree && !board.is_legal(point) {
                continue;
            }
            let guess = Numbers { proof, disproof: 1, plies: 0 };
            self.push(board, point, guess);
        }
        self.children[start..].sort_by_cached_key(|child| (child.latest.proof, -board.worth(child.point)));
    }

    /// The replies that may hold, if the attacker threatens anything: `None` if the defender need not reply, a
    /// number of plies in which the attacker wins against any other reply.
    fn list_replies(&mut self, board: &mut Board) -> Option<u32> {
        let (me, foe) = (board.side(), !board.side());
        if board.count(me, Class::Five) > 0 {
            return None;
        }
        let (area, plies) = if board.count(foe, Class::Five) > 0 {
            (five_replies(board), 2)
        } else {
            let mut budget = self.effort.threat;
            board.pass();
            let fours = self.vcf.fewest_fours(board, &mut budget);
            let spoilers = fours.map(|fours| (self.vcf.spoilers(board, fours), 2 * fours + 2));
            board.undo();
            self.is_cut |= spoilers.is_none() && budget == 0;
            spoilers?
        };
        let start = self.children.len();
        for point in area.points().filter(|&point| board.is_legal(point)) {
            self.push(board, point, Numbers { proof: 1, disproof: 1, plies: 0 });
        }
        self.children[start..].sort_by_cached_key(|child| -board.worth(child.point));
        // Without a legal move at all the game is a draw.
        (self.children.len() > start || any_reply(board).is_some()).then_some(plies)
    }

    fn push(&mut self, board: &Board, point: Point, guess: Numbers) {
        let hash = board.hash() ^ self.keys[board.side() as usize][point.index()];
        self.children.push(Child { point, hash, latest: guess });
    }

    /// The two neighbouring entries that may hold a position.
    fn slots(&self, hash: u64) -> [usize; 2] {
        let slot = hash as usize & (self.table.len() - 1);
        [slot, slot ^ 1]
    }

    fn known(&self, hash: u64) -> Option<Numbers> {
        let hash = hash ^ self.salt;
        let slot = self.slots(hash).into_iter().find(|&slot| self.table[slot].hash == hash)?;
        Some(self.table[slot].numbers)
    }

    fn numbers_of(&self, child: &Child) -> Numbers {
        self.known(child.hash).unwrap_or(child.latest)
    }

    /// Remembers what is known of a position, in the place of something else if need be; proofs are kept longest.
    fn store(&mut self, hash: u64, numbers: Numbers) -> Numbers {
        let hash = hash ^ self.salt;
        let slots = self.slots(hash);
        let same = slots.into_iter().find(|&slot| self.table[slot].hash == hash);
        let unproved = || slots.into_iter().find(|&slot| self.table[slot].numbers.proof > 0);
        let slot = same.or_else(unproved).unwrap_or(slots[0]);
        self.table[slot] = Entry { hash, numbers };
        numbers
    }

    fn is_over(&mut self, limits: &Limits<'_>) -> bool {
        let nodes = self.nodes();
        if !self.is_over && nodes >= self.next_check {
            self.is_over = nodes >= limits.last || (limits.patience.is_stopped)();
            self.next_check = (nodes + 1_000).min(limits.last);
        }
        self.is_over
    }

    /// A proved win played out; `None` if what was forgotten could not be proved again in time.
    fn line(&mut self, board: &mut Board, limits: &Limits<'_>) -> Option<Vec<Point>> {
        let mut line = Vec::new();
        let is_complete = self.extend_line(board, limits, &mut line).is_some();
        for _ in 0..line.len() {
            board.undo();
        }
        is_complete.then_some(line)
    }

    /// Plays the win on the board, move by move.
    fn extend_line(&mut self, board: &mut Board, limits: &Limits<'_>, line: &mut Vec<Point>) -> Option<()> {
        while self.vcf.plies_to_win(board, &mut { self.effort.attack }).is_none() {
            let start = self.children.len();
            self.list_attacks(board);
            self.expand(board, start, Bounds::NONE, limits, Side::Attacker);
            let quickest = self.proved(start).min_by_key(|each| each.0);
            self.children.truncate(start);
            let (_, point) = quickest?;
            board.play(point);
            line.push(point);
            self.list_replies(board);
            self.expand(board, start, Bounds::NONE, limits, Side::Defender);
            let longest = self.proved(start).max_by_key(|each| each.0).map(|each| each.1);
            self.children.truncate(start);
            let reply = longest.or_else(|| any_reply(board))?;
            board.play(reply);
            line.push(reply);
        }
        for point in self.vcf.line_or_longer(board, self.effort.attack) {
            board.play(point);
            line.push(point);
        }
        Some(())
    }

    /// The children from `start` on that are won for the attacker, with the plies that takes.
    fn proved(&self, start: usize) -> impl Iterator<Item = (u32, Point)> + '_ {
        let numbers = self.children[start..].iter().map(|child| (self.numbers_of(child), child.point));
        numbers.filter(|(numbers, _)| numbers.proof == 0).map(|(numbers, point)| (numbers.plies, point))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Attacker,
    Defender,
}

/// The numbers of a node, its most promising child and the number of the next best.
struct Sum {
    numbers: Numbers,
    best: Option<usize>,
    second: u32,
}

/// The limits of one search.
struct Limits<'a> {
    /// The node count at which it ends.
    last: u64,
    patience: &'a Patience<'a>,
}

/// The replies of the side to move after which the other side has no five.
fn five_replies(board: &mut Board) -> Area {
    let foe = !board.side();
    let Some(five) = board.five_point(foe) else { return Area::default() };
    let mut area = Area::default();
    // Where a five can be enclosed, a reply may stand beside its row.
    let candidates: Area = board.near().points().filter(|point| is_in_line(*point, five)).collect();
    for point in candidates.points() {
        board.play(point);
        if board.count(foe, Class::Five) == 0 {
            area.insert(point);
        }
        board.undo();
    }
    area
}

/// Whether two points are the same, or on one line with at most four points between them.
fn is_in_line(one: Point, other: Point) -> bool {
    let (dx, dy) = (one.x().abs_diff(other.x()), one.y().abs_diff(other.y()));
    (dx == 0 || dy == 0 || dx == dy) && dx.max(dy) <= 5
}

/// What a stone on each empty point does to the hash, by colour.
fn keys(position: &Position) -> Box<[[u64; 1024]; 2]> {
    let mut keys = Box::new([[0; 1024]; 2]);
    let mut position = position.clone();
    let empties: Vec<Point> = position.empties().collect();
    for _ in Stone::BOTH {
        let (before, side) = (position.hash(), position.side());
        for &point in &empties {
            position.play(point);
            keys[side as usize][point.index()] = before ^ position.hash();
            position.undo();
        }
        position.pass();
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Random, drawn, wins_against_everything};
    use goren_core::Rule;

    #[test]
    fn one_solver_serves_both_sides() {
        let mut random = Random(3);
        let mut solver = Vct::new(16);
        let mut wins = 0;
        for _ in 0..150 {
            let mut board = Board::new(&random.position(Rule::Freestyle, 11, 14));
            for _ in 0..4 {
                let shared = solver.solve(&mut board, Threats::Open, &patient(5_000));
                let fresh = Vct::new(16).solve(&mut board, Threats::Open, &patient(50_000));
                assert!(
                    !(matches!(shared, Verdict::Win(_)) && matches!(fresh, Verdict::None)),
                    "{:?}",
                    board.position()
                );
                wins += usize::from(matches!(shared, Verdict::Win(_)));
                let Some(point) =
                    board.near().points().find(|&point| board.class(point, board.side()) < Class::Four)
                else {
                    break;
                };
                board.play(point);
                if board.position().winner().is_some() {
                    break;
                }
            }
        }
        assert!(wins > 10, "{wins}");
    }

    fn patient(nodes: u64) -> Patience<'static> {
        Patience { nodes, is_stopped: &|| false }
    }

    fn verdict(position: &Position, threats: Threats) -> Verdict {
        let mut board = Board::new(position);
        let verdict = Vct::new(16).solve(&mut board, threats, &patient(200_000));
        assert_eq!(board.position(), position);
        if let Verdict::Win(line) = &verdict {
            let mut replay = position.clone();
            line.iter().for_each(|&point| replay.try_play(point).unwrap());
            assert_eq!(replay.winner(), Some(position.side()), "{line:?}");
        }
        verdict
    }

    const DOUBLE_THREE: &str = "...........
         ...........
         .....O.....
         .....X.....
         .....X.....
         ...XX......
         ...........
         ...........
         ......O....
         ........O..
         ...........";

    #[test]
    fn a_double_three_wins() {
        let position = drawn(Rule::Standard, Stone::Black, DOUBLE_THREE);
        assert!(matches!(verdict(&position, Threats::Open), Verdict::Win(_)));
    }

    #[test]
    fn a_win_by_fours_is_a_win_by_threats() {
        let position = drawn(
            Rule::Freestyle,
            Stone::White,
            ".......
             .......
             ..OOO..
             .......
             ...X...
             ..X....
             .X.....",
        );
        let Verdict::Win(line) = verdict(&position, Threats::Open) else { panic!("no win") };
        assert_eq!(line.len(), 3);
    }

    #[test]
    fn lone_stones_threaten_nothing() {
        let position = drawn(
            Rule::Freestyle,
            Stone::Black,
            ".......
             .......
             ..X....
             ...O...
             .......
             .......
             .......",
        );
        assert_eq!(verdict(&position, Threats::Any), Verdict::None);
    }

    #[test]
    fn stops_when_asked_or_when_the_nodes_are_spent() {
        let position = drawn(Rule::Renju, Stone::Black, DOUBLE_THREE);
        let mut board = Board::new(&position);
        let stopped = Patience { nodes: u64::MAX, is_stopped: &|| true };
        assert_eq!(Vct::new(16).solve(&mut board, Threats::Any, &stopped), Verdict::Unknown);
        let mut vct = Vct::new(16);
        assert_eq!(vct.solve(&mut board, Threats::Any, &patient(1)), Verdict::Unknown);
        assert!(vct.nodes() < 5_000);
    }

    #[test]
    fn every_win_holds_against_every_reply() {
        let mut random = Random(4);
        for rule in Rule::ALL {
            let mut vct = Vct::new(16);
            let mut vcf = Vcf::new(16);
            let mut wins = 0;
            while wins < 2 {
                let mut position = random.position(rule, 7, 7);
                let has_fours = vcf.plies_to_win(&mut Board::new(&position), &mut { 10_000 }).is_some();
                let mut choose = |position: &Position| {
                    let fours = vcf.line(&mut Board::new(position), &mut { 10_000 });
                    if let Some(line) = fours {
                        return Some(line[0]);
                    }
                    match vct.solve(&mut Board::new(position), Threats::Any, &patient(20_000)) {
                        Verdict::Win(line) => Some(line[0]),
                        Verdict::None | Verdict::Unknown => None,
                    }
                };
                if !has_fours && choose(&position).is_some() {
                    assert!(wins_against_everything(&mut position, &mut choose), "{position:?}");
                    wins += 1;
                }
            }
        }
    }
}
