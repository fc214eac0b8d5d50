//! The check of a proof by the rules alone: every legal reply is tried on a board.

use std::fmt;
use std::ops::ControlFlow;

use goren_core::{IllegalMove, Point, Position, Rule, Shape, Stone};

use crate::claim::{Claim, Means, Proof};
use crate::points::Points;
use crate::tree::{Attack, Branch, Event, Tree};

/// How often a check says how far it is, and can be stopped: after this many positions, a millisecond or two.
const REPORT_EVERY: u64 = 1 << 12;

/// What a check went through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// Positions reached: moves that were made on the board, of both sides.
    pub positions: u64,
    /// Moves in the tree that answer something: the size of the proof.
    pub moves: u64,
    /// Plies from the position to the five, if both sides play on as long as the tree goes. Zero where nobody wins.
    pub plies: u32,
}

/// The first place where a proof does not show what it claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The moves that lead there from the proof's position.
    pub line: Vec<Point>,
    /// What is missing there.
    pub gap: Gap,
}

/// What is missing at one place of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The game has ended in the proof's own position.
    Over,
    /// A legal reply is not answered.
    Unanswered {
        /// The first of them, from `a1` rightwards and then up.
        reply: Point,
        /// How many more there are.
        more: usize,
    },
    /// An answer cannot be played.
    Illegal(IllegalMove),
    /// The side that should lose can make five.
    Five {
        /// That side.
        stone: Stone,
        /// Where.
        point: Point,
    },
    /// A side has no legal move left, so that nobody wins.
    Drawn(Stone),
    /// The last move of the line makes no four, and the claim is a win by fours.
    NoFour,
    /// The last move of the line makes no four and has no `*`, which would show what it threatens; the claim is a win by
    /// threats.
    NoThreat,
    /// A reply is listed twice.
    Twice(Point),
    /// A reply or a move of the tree is legal or needed nowhere it stands.
    Useless(Point),
    /// The answer to all other replies answers none.
    UselessOthers,
    /// The events make no tree.
    Malformed,
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.line.is_empty() {
            f.write_str("after")?;
            self.line.iter().try_for_each(|point| write!(f, " {point}"))?;
            f.write_str(": ")?;
        }
        self.gap.fmt(f)
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Over => f.write_str("the game is over before the first move"),
            Gap::Unanswered { reply, more: 0 } => write!(f, "no answer to {reply}"),
            Gap::Unanswered { reply, more: 1 } => write!(f, "no answer to {reply}, nor to 1 other move"),
            Gap::Unanswered { reply, more } => write!(f, "no answer to {reply}, nor to {more} other moves"),
            Gap::Illegal(illegal) => illegal.fmt(f),
            Gap::Five { stone, point } => write!(f, "{stone} makes five with {point}"),
            Gap::Drawn(stone) => write!(f, "{stone} has no legal move, so nobody wins"),
            Gap::NoFour => f.write_str("the last move makes no four, and the claim is a win by fours"),
            Gap::NoThreat => f.write_str(
                "the last move makes no four, and no `*` says what it threatens; the claim is a win by threats",
            ),
            Gap::Twice(point) => write!(f, "{point} is answered twice"),
            Gap::Useless(point) => write!(f, "{point} stands in the tree, but nothing leads there"),
            Gap::UselessOthers => f.write_str("`*` answers no move at all"),
            Gap::Malformed => f.write_str("the tree is malformed"),
        }
    }
}

impl std::error::Error for Hole {}

/// Why a check did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The proof has a hole.
    Hole(Hole),
    /// The caller stopped it.
    Stopped,
}

impl Failure {
    /// The hole, where nobody can have stopped the check.
    fn into_hole(self) -> Hole {
        match self {
            Failure::Hole(hole) => hole,
            Failure::Stopped => unreachable!("nobody asked to stop"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Hole(hole) => hole.fmt(f),
            Failure::Stopped => f.write_str("stopped before its end"),
        }
    }
}

impl std::error::Error for Failure {}

/// Checks that the side to move wins by force as the tree says. Branches that are never needed are not holes here, as they
/// are in a file.
///
/// # Errors
/// The first hole.
pub fn verify(position: &Position, attack: &Attack) -> Result<Counts, Hole> {
    let tree = Tree::from(attack);
    let mut go_on = |_: &Counts| ControlFlow::Continue(());
    let mut check = Check::new(position, &Claim::Win(Means::Force), &tree, &mut go_on);
    check.run(&Claim::Win(Means::Force)).map_err(Failure::into_hole)?;
    Ok(check.counted())
}

/// Checks a claim about a position.
///
/// # Errors
/// The first hole.
pub fn verify_tree(position: &Position, claim: &Claim, tree: &Tree) -> Result<Counts, Hole> {
    verify_watched(position, claim, tree, &mut |_| ControlFlow::Continue(())).map_err(Failure::into_hole)
}

/// As [`verify_tree`], and tells `watch` from time to time how far it is; `watch` can stop it.
///
/// # Errors
/// The first hole, or that it was stopped.
pub fn verify_watched(
    position: &Position,
    claim: &Claim,
    tree: &Tree,
    watch: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
) -> Result<Counts, Failure> {
    let mut check = Check::new(position, claim, tree, watch);
    check.run(claim)?;
    check.is_all_needed()?;
    Ok(check.counted())
}

impl Proof {
    /// A proof that the side to move wins as the tree says. What the tree has too much is left out.
    ///
    /// # Errors
    /// The first hole.
    pub fn of_win(position: &Position, means: Means, attack: &Attack) -> Result<Proof, Hole> {
        Proof::checked(position, Claim::Win(means), &Tree::from(attack))
    }

    /// A proof that every move of the side to move loses but `moves`. What the tree has too much is left out.
    ///
    /// # Errors
    /// The first hole.
    pub fn of_defence(
        position: &Position,
        moves: Vec<Point>,
        means: Means,
        losses: &[Branch],
    ) -> Result<Proof, Hole> {
        Proof::checked(position, Claim::Defence { moves, means }, &Tree::from(losses))
    }

    /// A proof that the side to move has no win by fours. What the tree has too much is left out.
    ///
    /// # Errors
    /// The first hole.
    pub fn of_no_fours(position: &Position, refutations: &[Branch]) -> Result<Proof, Hole> {
        Proof::checked(position, Claim::NoFours, &Tree::from(refutations))
    }

    fn checked(position: &Position, claim: Claim, tree: &Tree) -> Result<Proof, Hole> {
        let mut go_on = |_: &Counts| ControlFlow::Continue(());
        Proof::checked_watched(position, claim, tree, &mut go_on).map_err(Failure::into_hole)
    }

    pub(crate) fn checked_watched(
        position: &Position,
        claim: Claim,
        tree: &Tree,
        watch: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Result<Proof, Failure> {
        let mut check = Check::new(position, &claim, tree, watch);
        check.is_sparing = true;
        check.run(&claim)?;
        let tree = tree.pruned(&check.used);
        Ok(Proof { position: position.clone(), claim, tree })
    }

    /// Checks the proof.
    ///
    /// # Errors
    /// The first hole.
    pub fn verify(&self) -> Result<Counts, Hole> {
        verify_tree(&self.position, &self.claim, &self.tree)
    }
}

/// A check under way: a board, and the tree that is played on it.
struct Check<'a> {
    position: Position,
    /// How many moves led to the proof's position.
    start: usize,
    /// On how many empty points each stone would make five, by [`side`].
    fives: [u16; 2],
    /// The same before each move made here.
    saved: Vec<[u16; 2]>,
    /// The side whose moves are [`Event::Attack`].
    attacker: Stone,
    events: &'a [Event],
    tree: &'a Tree,
    /// Which events were needed somewhere.
    used: Vec<bool>,
    /// Whether a listed reply that loses at once is passed over, as if it were not there.
    is_sparing: bool,
    counts: Counts,
    report_at: u64,
    watch: &'a mut dyn FnMut(&Counts) -> ControlFlow<()>,
}

/// What a node of the tree lists.
struct Walk {
    listed: Points,
    /// The index of its [`Event::Others`].
    others: Option<usize>,
    /// The index after its branches; zero if it has none.
    end: usize,
}

fn side(stone: Stone) -> usize {
    usize::from(stone == Stone::White)
}

impl<'a> Check<'a> {
    fn new(
        position: &Position,
        claim: &Claim,
        tree: &'a Tree,
        watch: &'a mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Check<'a> {
        let position = position.clone();
        let count = |stone| {
            position.empties().filter(|&point| position.shapes(point, stone).has_five()).count() as u16
        };
        Check {
            start: position.history().len(),
            fives: [count(Stone::Black), count(Stone::White)],
            saved: Vec::new(),
            attacker: if matches!(claim, Claim::Win(_)) { position.side() } else { !position.side() },
            events: tree.events(),
            tree,
            used: vec![false; tree.events().len()],
            is_sparing: false,
            counts: Counts::default(),
            report_at: REPORT_EVERY,
            watch,
            position,
        }
    }

    /// Checks everything but whether all of the tree is needed.
    fn run(&mut self, claim: &Claim) -> Result<(), Failure> {
        if !self.position.outcome().is_ongoing() {
            return Err(self.hole(Gap::Over));
        }
        let end = match claim {
            Claim::Win(means) => self.attack(0, *means)?,
            Claim::Defence { moves, means } => {
                let start = self.opened(0).ok_or_else(|| self.hole(Gap::Malformed))?;
                let exempt = moves.iter().copied().collect();
                self.replies(Some(start), *means, Some(&exempt))?
            }
            Claim::NoFours => {
                let start = self.opened(0).ok_or_else(|| self.hole(Gap::Malformed))?;
                self.fours(Some(start))?
            }
        };
        if end == self.events.len() { Ok(()) } else { Err(self.hole(Gap::Malformed)) }
    }

    /// Checks that every reply and every answer was needed somewhere.
    fn is_all_needed(&self) -> Result<(), Failure> {
        let idle = self.events.iter().zip(&self.used).find_map(|(event, used)| match event {
            _ if *used => None,
            Event::Attack(point) | Event::Reply(point) => Some(Gap::Useless(*point)),
            Event::Others => Some(Gap::UselessOthers),
            Event::Open | Event::Close => None,
        });
        idle.map_or(Ok(()), |gap| Err(self.hole(gap)))
    }

    fn counted(&self) -> Counts {
        let moves = self.events.iter().filter(|event| matches!(event, Event::Attack(_))).count() as u64;
        Counts { moves, ..self.counts }
    }

    fn hole(&self, gap: Gap) -> Failure {
        let line = self.position.history()[self.start..].iter().filter_map(|played| played.point).collect();
        Failure::Hole(Hole { line, gap })
    }

    /// The index after an [`Event::Open`] at `index`, if one is there.
    fn opened(&self, index: usize) -> Option<usize> {
        (self.events.get(index) == Some(&Event::Open)).then_some(index + 1)
    }

    fn play(&mut self, point: Point) -> Result<(), Failure> {
        let mut fives = self.fives;
        self.saved.push(fives);
        let gone = self.position.point_shapes(point);
        for stone in Stone::BOTH {
            fives[side(stone)] -= u16::from(gone.of(stone).has_five());
        }
        self.position.play_with(point, |_, old, new| {
            for stone in Stone::BOTH {
                fives[side(stone)] += u16::from(new.of(stone).has_five());
                fives[side(stone)] -= u16::from(old.of(stone).has_five());
            }
        });
        self.fives = fives;
        self.counts.positions += 1;
        if self.counts.positions >= self.report_at {
            self.report_at += REPORT_EVERY;
            if (self.watch)(&self.counts).is_break() {
                return Err(Failure::Stopped);
            }
        }
        Ok(())
    }

    fn undo(&mut self) {
        self.position.undo();
        self.fives = self.saved.pop().expect("every move made here saved the counts before it");
    }

    /// The first point on which `stone` makes five.
    fn five(&self, stone: Stone) -> Option<Point> {
        self.position.empties().find(|&point| self.position.shapes(point, stone).has_five())
    }

    fn plies(&self) -> u32 {
        (self.position.history().len() - self.start) as u32
    }

    /// The attacker plays the move at `at`, which the rest of its tree must follow up. Returns the index after the tree.
    fn attack(&mut self, at: usize, means: Means) -> Result<usize, Failure> {
        let Some(&Event::Attack(point)) = self.events.get(at) else {
            return Err(self.hole(Gap::Malformed));
        };
        self.used[at] = true;
        if self.answer(point)? {
            self.counts.plies = self.counts.plies.max(self.plies());
            self.undo();
            return Ok(self.tree.end_of_attack(at));
        }
        if means == Means::Fours && self.fives[side(self.attacker)] == 0 {
            return Err(self.hole(Gap::NoFour));
        }
        let branches = self.opened(at + 1);
        let end = self.replies(branches, means, None)?;
        self.undo();
        Ok(if branches.is_some() { end } else { at + 1 })
    }

    /// Plays a move of the attacker that must be legal; whether it makes five.
    fn answer(&mut self, point: Point) -> Result<bool, Failure> {
        self.position.check(point).map_err(|illegal| self.hole(Gap::Illegal(illegal)))?;
        if self.attacker == Stone::Black
            && let Some(kind) = self.position.forbidden(point)
        {
            return Err(self.hole(Gap::Illegal(IllegalMove::Forbidden { point, kind })));
        }
        let five = self.position.shapes(point, self.attacker).has_five();
        self.play(point)?;
        Ok(five)
    }

    /// The defender is to move: every legal reply must lose. `exempt` is given for the position of a claim about
    /// defence, with the moves that nothing is claimed of. Returns the index after the branches.
    fn replies(
        &mut self,
        branches: Option<usize>,
        means: Means,
        exempt: Option<&Points>,
    ) -> Result<usize, Failure> {
        let defender = !self.attacker;
        let is_exempt = |point| exempt.is_some_and(|points| points.contains(point));
        if self.fives[side(defender)] > 0 {
            let mut empties = self.position.empties();
            let five =
                empties.find(|&point| self.position.shapes(point, defender).has_five() && !is_exempt(point));
            if let Some(point) = five {
                return Err(self.hole(Gap::Five { stone: defender, point }));
            }
        }
        let threatened = self.fives[side(self.attacker)] > 0;
        if threatened {
            self.counts.plies = self.counts.plies.max(self.plies() + 2);
        }
        let mut open = if threatened { self.stops(branches)? } else { self.position.legal_moves().collect() };
        // Where White or any side under another rule is threatened, the point of the five itself is legal.
        let can_move = if threatened {
            self.position.rule() != Rule::Renju
                || defender == Stone::White
                || self.position.legal_moves().next().is_some()
        } else {
            !open.is_empty()
        };
        if !can_move {
            return Err(self.hole(Gap::Drawn(defender)));
        }
        if let Some(exempt) = exempt {
            open.remove_all(exempt);
        }
        // A shared tree may come here with a stone on a listed point already.
        let counts = |check: &Check<'a>, reply| {
            if check.is_sparing { open.contains(reply) } else { check.position.is_legal(reply) }
        };
        let walk = self.listed(branches, counts, |check, reply, at| check.reply(reply, at, means))?;
        open.remove_all(&walk.listed);
        let at_rest = exempt.is_none() && !threatened;
        match walk.others {
            Some(at) => {
                // What a move threatens is what would follow if the defender did something else.
                let shows_threat = at_rest && means == Means::Threats;
                let means = if shows_threat { Means::Fours } else { means };
                if shows_threat && open.is_empty() {
                    self.used[at] = true;
                    self.position.pass();
                    self.saved.push(self.fives);
                    self.attack(at + 1, means)?;
                    self.undo();
                }
                for reply in open.iter() {
                    self.used[at] = true;
                    self.reply(reply, at + 1, means)?;
                }
            }
            None if !open.is_empty() => {
                let reply = open.iter().next().expect("it is not empty");
                return Err(self.hole(Gap::Unanswered { reply, more: open.len() - 1 }));
            }
            None if at_rest && means == Means::Threats => return Err(self.hole(Gap::NoThreat)),
            None => {}
        }
        Ok(walk.end)
    }

    /// Plays a reply and its answer at `at`. Returns the index after the answer's tree.
    fn reply(&mut self, reply: Point, at: usize, means: Means) -> Result<usize, Failure> {
        self.play(reply)?;
        let end = self.attack(at, means)?;
        self.undo();
        Ok(end)
    }

    /// Goes over the branches of a node and visits each listed reply that `counts`, with the index of its answer.
    /// `visit` returns the index after the answer's tree.
    fn listed(
        &mut self,
        branches: Option<usize>,
        counts: impl Fn(&Check<'a>, Point) -> bool,
        mut visit: impl FnMut(&mut Check<'a>, Point, usize) -> Result<usize, Failure>,
    ) -> Result<Walk, Failure> {
        let mut walk = Walk { listed: Points::default(), others: None, end: 0 };
        let Some(mut index) = branches else { return Ok(walk) };
        loop {
            let first = index;
            let mut end = None;
            match self.events.get(index) {
                Some(Event::Close) => {
                    walk.end = index + 1;
                    return Ok(walk);
                }
                Some(Event::Others) if walk.others.is_none() => {
                    walk.others = Some(index);
                    index += 1;
                }
                Some(Event::Reply(_)) => {
                    let is_reply = |event: &&Event| matches!(event, Event::Reply(_));
                    index += self.events[first..].iter().take_while(is_reply).count();
                    for at in first..index {
                        let Event::Reply(reply) = self.events[at] else { break };
                        if !walk.listed.insert(reply) {
                            return Err(self.hole(Gap::Twice(reply)));
                        }
                        if counts(self, reply) {
                            self.used[at] = true;
                            end = Some(visit(self, reply, index)?);
                        }
                    }
                }
                _ => return Err(self.hole(Gap::Malformed)),
            }
            index = end.unwrap_or_else(|| self.tree.end_of_attack(index));
        }
    }

    /// The legal replies of the defender after which the attacker, who could make five now, no longer can.
    fn stops(&mut self, branches: Option<usize>) -> Result<Points, Failure> {
        let mut stops = Points::default();
        let attacker = side(self.attacker);
        if !matches!(self.position.rule(), Rule::Caro | Rule::Caro6) {
            // Only a stone on the very point stops a five, and none stops two.
            if self.fives[attacker] == 1 {
                let listed = branches.and_then(|index| match self.events.get(index) {
                    Some(&Event::Reply(point)) if self.position.shapes(point, self.attacker).has_five() => {
                        Some(point)
                    }
                    _ => None,
                });
                let five = listed.or_else(|| self.five(self.attacker));
                if let Some(five) = five.filter(|&five| self.position.is_legal(five)) {
                    stops.insert(five);
                }
            }
            return Ok(stops);
        }
        // Under caro a stone at an end of the row may enclose it: whatever is near the five on a line through it.
        let five = self.five(self.attacker).expect("the attacker can make five");
        let near = |point: &Point| {
            let (dx, dy) = (five.x().abs_diff(point.x()), five.y().abs_diff(point.y()));
            dx.max(dy) <= 5 && (dx == 0 || dy == 0 || dx == dy)
        };
        let candidates: Vec<Point> = self.position.legal_moves().filter(near).collect();
        for point in candidates {
            self.play(point)?;
            if self.fives[attacker] == 0 {
                stops.insert(point);
            }
            self.undo();
        }
        Ok(stops)
    }

    /// The side that is said to have no win by fours is to move: each of its fours must be answered. Returns the index
    /// after the branches.
    fn fours(&mut self, branches: Option<usize>) -> Result<usize, Failure> {
        let stone = !self.attacker;
        if self.fives[side(stone)] > 0 {
            let point = self.five(stone).expect("the count says that there is one");
            return Err(self.hole(Gap::Five { stone, point }));
        }
        let is_four = |check: &Check<'a>, point: Point| {
            let shapes = check.position.shapes(point, stone);
            shapes.strongest() >= Shape::Four && check.position.is_legal(point)
        };
        let mut open: Points = self.position.empties().filter(|&point| is_four(self, point)).collect();
        let walk = self.listed(branches, is_four, Check::refuted)?;
        open.remove_all(&walk.listed);
        if let Some(at) = walk.others {
            for four in open.iter() {
                self.used[at] = true;
                self.refuted(four, at + 1)?;
            }
        } else if let Some(reply) = open.iter().next() {
            return Err(self.hole(Gap::Unanswered { reply, more: open.len() - 1 }));
        }
        Ok(walk.end)
    }

    /// Plays a four and its answer at `at`, after which no win by fours may be left. Returns the index after the
    /// answer's tree.
    fn refuted(&mut self, four: Point, at: usize) -> Result<usize, Failure> {
        self.play(four)?;
        let Some(&Event::Attack(point)) = self.events.get(at) else {
            return Err(self.hole(Gap::Malformed));
        };
        self.used[at] = true;
        let end = if self.answer(point)? {
            self.tree.end_of_attack(at)
        } else {
            let branches = self.opened(at + 1);
            let end = self.fours(branches)?;
            if branches.is_some() { end } else { at + 1 }
        };
        self.undo();
        self.undo();
        Ok(end)
    }
}
