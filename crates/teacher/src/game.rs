//! One self-play game after another, each move by a search that waits for the network.

use goren_core::{Position, Stone};

use crate::bfloat;
use crate::chance::Chance;
use crate::search::{Decision, Search, Settings};
use crate::start::Mix;
use crate::view::{Canvas, Standing, Viewer};

/// What games hand out: positions for the network, and what it is to learn.
#[derive(Clone, Default)]
pub(crate) struct Outbox {
    /// Views that wait for the network.
    pub(crate) views: Vec<u8>,
    /// Finished samples: a view; the improved policy as bfloat16, one for each cell; the value of the search as bfloat16;
    /// the result (1, 0 or −1, a signed byte), both for the side to move; 1 if the policy counts.
    pub(crate) samples: Vec<u8>,
    /// Finished games: rule, size, result for Black (signed), zero, stones (u16), starts tried (u16).
    pub(crate) games: Vec<u8>,
    /// Simulations of the moves that were decided.
    pub(crate) simulations: u32,
}

/// Bytes of a finished game.
pub(crate) const GAME_BYTES: usize = 8;

/// Bytes of a sample.
pub(crate) fn sample_bytes(canvas: Canvas) -> usize {
    canvas.view_bytes() + 2 * canvas.area() + 4
}

/// How far from even the value of a start may be: the chance to accept it falls to 1/e here.
const UNEVEN: f32 = 0.4;
/// The chance to accept any start.
const ANY_START: f32 = 0.04;
/// Starts tried before one is taken as it is.
const STARTS: u16 = 24;

pub(crate) struct Game {
    canvas: Canvas,
    mix: Mix,
    random: Chance,
    position: Position,
    search: Search,
    /// The view of the position that is searched.
    root: Vec<u8>,
    /// Samples of this game, still without result.
    samples: Vec<u8>,
    starts: u16,
    in_start: bool,
}

impl Game {
    pub(crate) fn new(canvas: Canvas, settings: Settings, mix: &Mix, seed: u64, number: u64) -> Game {
        let mut random = Chance::of(seed, number);
        let position = mix.start(canvas, &mut random);
        Game {
            canvas,
            mix: mix.clone(),
            random,
            position,
            search: Search::new(settings),
            root: Vec::new(),
            samples: Vec::new(),
            starts: 0,
            in_start: true,
        }
    }

    /// Hands out the first view.
    pub(crate) fn begin(&mut self, viewer: &Viewer, outbox: &mut Outbox) {
        self.begin_start(viewer);
        outbox.views.extend_from_slice(self.search.view());
    }

    /// Takes an evaluation of the last view and plays on until the next one.
    pub(crate) fn take(&mut self, logits: &[f32], value: f32, viewer: &Viewer, outbox: &mut Outbox) {
        if self.in_start && !self.accepts(value) {
            self.begin_start(viewer);
        } else {
            self.in_start = false;
            self.search.answer(&mut self.position, self.canvas, logits, value, &mut self.random);
            if !self.search.advance(&mut self.position, viewer, self.canvas) {
                outbox.simulations += self.search.simulations();
                // Either way the new root waits for the network.
                if !self.play(viewer, outbox) {
                    self.begin_start(viewer);
                }
            }
        }
        outbox.views.extend_from_slice(self.search.view());
    }

    fn accepts(&mut self, value: f32) -> bool {
        let chance = (-(value / UNEVEN).powi(2)).exp().max(ANY_START);
        self.starts >= STARTS || self.random.unit() < chance
    }

    /// Sets up a start that the rules do not decide, and lets it wait for the network.
    fn begin_start(&mut self, viewer: &Viewer) {
        if !self.in_start {
            self.starts = 0;
        }
        self.in_start = true;
        self.samples.clear();
        loop {
            self.starts = self.starts.saturating_add(1);
            self.position = self.mix.start(self.canvas, &mut self.random);
            if self.search.begin(&mut self.position, viewer, self.canvas) == Standing::Open {
                break;
            }
        }
        self.root.clear();
        self.root.extend_from_slice(self.search.view());
    }

    /// Plays the move that the search decided, and what the rules force after it; false if the game is over.
    fn play(&mut self, viewer: &Viewer, outbox: &mut Outbox) -> bool {
        let side = self.position.side();
        let decision = self.search.decide();
        self.add_sample(&decision);
        if decision.proved != 0 {
            let winner = if decision.proved > 0 { side } else { !side };
            self.finish(Some(winner), outbox);
            return false;
        }
        self.position.play(decision.best);
        loop {
            let side = self.position.side();
            let winner = match self.search.begin(&mut self.position, viewer, self.canvas) {
                Standing::Won(_) => Some(side),
                Standing::Lost => Some(!side),
                Standing::Drawn => None,
                Standing::Forced(points) if points.len() == 1 => {
                    self.position.play(points[0]);
                    continue;
                }
                Standing::Forced(_) | Standing::Open => {
                    self.root.clear();
                    self.root.extend_from_slice(self.search.view());
                    return true;
                }
            };
            self.finish(winner, outbox);
            return false;
        }
    }

    fn add_sample(&mut self, decision: &Decision) {
        let start = self.samples.len() + self.root.len();
        self.samples.extend_from_slice(&self.root);
        self.samples.resize(start + 2 * self.canvas.area(), 0);
        for &(point, chance) in &decision.policy {
            let at = start + 2 * self.canvas.cell(point);
            self.samples[at..at + 2].copy_from_slice(&bfloat::from_f32(chance).to_le_bytes());
        }
        self.samples.extend_from_slice(&bfloat::from_f32(decision.value).to_le_bytes());
        self.samples.extend_from_slice(&[0, u8::from(decision.proved >= 0)]);
    }

    /// Writes the result into the samples and hands them out.
    fn finish(&mut self, winner: Option<Stone>, outbox: &mut Outbox) {
        let side_at = self.canvas.area() + 1;
        for sample in self.samples.chunks_exact_mut(sample_bytes(self.canvas)) {
            let result = winner.map_or(0, |stone| if stone as u8 == sample[side_at] { 1 } else { -1i8 });
            let at = sample.len() - 2;
            sample[at] = result as u8;
        }
        outbox.samples.append(&mut self.samples);
        let result = winner.map_or(0, |stone| if stone == Stone::Black { 1 } else { -1i8 });
        let (rule, size) = (self.position.rule() as u8, self.position.size().side() as u8);
        let stones = self.position.stones().count() as u16;
        outbox.games.extend_from_slice(&[rule, size, result as u8, 0]);
        outbox.games.extend_from_slice(&stones.to_le_bytes());
        outbox.games.extend_from_slice(&self.starts.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{OTHER, OUTSIDE, OWN, is_legal};
    use goren_core::{Point, Rule, Size};

    /// Plays games with a network that prefers points near the other stones, and returns all that was handed out.
    fn play(canvas: Canvas, mix: &Mix, seed: u64, steps: usize) -> Outbox {
        let viewer = Viewer::new();
        let mut game = Game::new(canvas, Settings { simulations: 8, ..Settings::default() }, mix, seed, 5);
        let mut outbox = Outbox::default();
        game.begin(&viewer, &mut outbox);
        for _ in 0..steps {
            let view = outbox.views.split_off(outbox.views.len() - canvas.view_bytes());
            outbox.views.clear();
            let threat =
                |cell: u8| if cell < OWN { f32::from(cell & 7) + f32::from(cell >> 3 & 7) } else { 0.0 };
            let logits: Vec<f32> = view[..canvas.area()].iter().map(|&cell| threat(cell)).collect();
            let value = (logits.iter().sum::<f32>() * 7.0).sin() * 0.5;
            game.take(&logits, value, &viewer, &mut outbox);
            assert_eq!(outbox.views.len(), canvas.view_bytes());
        }
        outbox
    }

    /// The position that a view shows.
    fn position(canvas: Canvas, view: &[u8]) -> Position {
        let [rule, side, size, _] = view[canvas.area()..][..4] else { panic!("four bytes") };
        let size = Size::new(size.into()).unwrap();
        let side = Stone::BOTH[usize::from(side)];
        let points = |code: u8| -> Vec<Point> {
            size.points().filter(|&point| view[canvas.cell(point)] == code).collect()
        };
        let own = points(OWN).into_iter().map(|point| (point, side));
        let other = points(OTHER).into_iter().map(|point| (point, !side));
        let stones: Vec<(Point, Stone)> = own.chain(other).collect();
        let traps = points(crate::view::TRAP);
        Position::with_setup(Rule::ALL[usize::from(rule)], size, &traps, &stones, side).unwrap()
    }

    #[test]
    fn samples_are_legal_positions_with_a_policy_of_legal_moves() {
        let mix = Mix { rules: [1, 1, 2, 1, 1], largest: 40, traps: 30 };
        for side in Canvas::SIDES {
            let canvas = Canvas::of_side(side).unwrap();
            let outbox = play(canvas, &mix, 9, 3000);
            let samples: Vec<&[u8]> = outbox.samples.chunks_exact(sample_bytes(canvas)).collect();
            assert!(samples.len() > 100, "{}", samples.len());
            let mut results = [0; 3];
            for sample in samples {
                let (view, rest) = sample.split_at(canvas.view_bytes());
                let mut shown = position(canvas, view);
                let mut again = Vec::new();
                let standing = Viewer::new().look(&mut shown, canvas, &mut again);
                assert_eq!(again, view);
                assert!(matches!(standing, Standing::Open | Standing::Forced(_)));
                let mut sum = 0.0;
                for (cell, chance) in rest[..2 * canvas.area()].chunks_exact(2).enumerate() {
                    let chance = bfloat::to_f32(u16::from_le_bytes([chance[0], chance[1]]));
                    assert!(chance == 0.0 || shown.is_legal(canvas.point(cell)), "{shown:?}");
                    assert!(chance == 0.0 || is_legal(view[cell], shown.side()));
                    assert!(view[cell] != OUTSIDE || chance == 0.0);
                    sum += chance;
                }
                assert!((sum - 1.0).abs() < 0.02, "{sum}");
                let result = rest[rest.len() - 2] as i8;
                results[(result + 1) as usize] += 1;
            }
            assert!(results[0] > 20 && results[2] > 20, "{results:?}");
        }
    }

    #[test]
    fn results_alternate_with_the_side_to_move() {
        let canvas = Canvas::of_side(15).unwrap();
        let outbox = play(canvas, &Mix::default(), 2, 2000);
        let games: Vec<&[u8]> = outbox.games.chunks_exact(GAME_BYTES).collect();
        assert!(games.len() > 3);
        let winner = |sample: &[u8]| {
            let result = sample[sample.len() - 2] as i8;
            if sample[canvas.area() + 1] == Stone::Black as u8 { result } else { -result }
        };
        let mut samples = outbox.samples.chunks_exact(sample_bytes(canvas)).peekable();
        for game in games {
            let stones = u16::from_le_bytes([game[4], game[5]]);
            let count = |sample: &[u8]| {
                sample[..canvas.area()].iter().filter(|&&cell| cell == OWN || cell == OTHER).count()
            };
            let mut last = 0;
            while let Some(sample) = samples.next_if(|sample| count(sample) > last) {
                last = count(sample);
                assert_eq!(winner(sample), game[2] as i8);
            }
            assert!(last > 0 && last <= usize::from(stones));
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_games() {
        let canvas = Canvas::of_side(15).unwrap();
        let run = |seed| play(canvas, &Mix::default(), seed, 600).samples;
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }
}
