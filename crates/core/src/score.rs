//! How good a position is.

use core::fmt;

/// How good a position is for the side to move: higher is better, and near either end the game is decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// A win already on the board.
    pub const WIN: Score = Score(30_000);
    /// A balanced position.
    pub const EVEN: Score = Score(0);
    /// Scores from here up stand for a forced win that a search has found. That is not a proof: a search prunes, and
    /// its table may confuse positions. Only the VCF and VCT solvers prove wins.
    const DECIDED: i32 = 29_000;
    /// The score that stands for odds of e to 1.
    pub const SCALE: f64 = 200.0;

    /// A win in this many plies.
    pub const fn win_in(plies: u32) -> Score {
        Score(Self::WIN.0 - plies as i32)
    }

    /// A loss in this many plies.
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Self::WIN.0)
    }

    /// The plies to the win, if a forced one was found for the side to move.
    pub const fn plies_to_win(self) -> Option<u32> {
        if self.0 >= Self::DECIDED { Some((Self::WIN.0 - self.0) as u32) } else { None }
    }

    /// The plies to the loss, if a forced win was found for the other side.
    pub const fn plies_to_loss(self) -> Option<u32> {
        if self.0 <= -Self::DECIDED { Some((Self::WIN.0 + self.0) as u32) } else { None }
    }

    /// Whether a forced win or loss was found.
    pub const fn is_decided(self) -> bool {
        self.0 >= Self::DECIDED || self.0 <= -Self::DECIDED
    }

    /// The winning chance of the side to move, from 0 to 1.
    ///
    /// ```
    /// use goren_core::Score;
    ///
    /// assert_eq!(Score::EVEN.chance(), 0.5);
    /// assert_eq!(Score::loss_in(4).chance(), 0.0);
    /// ```
    #[cfg(feature = "std")]
    pub fn chance(self) -> f64 {
        match self.is_decided() {
            true if self > Score::EVEN => 1.0,
            true => 0.0,
            false => 1.0 / (1.0 + (-f64::from(self.0) / Self::SCALE).exp()),
        }
    }
}

/// How far off a forced win is. People count the winner's moves; protocols and searches count plies.
///
/// ```
/// use goren_core::WinLength;
///
/// assert_eq!(WinLength { plies: 21 }.to_string(), "11 moves (21 plies)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WinLength {
    /// Moves of both sides from here to the five.
    pub plies: u32,
}

impl WinLength {
    /// The winner's moves.
    pub const fn moves(self) -> u32 {
        self.plies.div_ceil(2)
    }
}

impl fmt::Display for WinLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u32, one, many| if count == 1 { one } else { many };
        let (moves, plies) = (self.moves(), self.plies);
        write!(f, "{moves} {} ({plies} {})", plural(moves, "move", "moves"), plural(plies, "ply", "plies"))
    }
}

impl core::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `+123`, or `+M5` and `-M4` for a win or a loss in that many plies: the notation of protocols and of files. People are told
/// a [`WinLength`].
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plies) = self.plies_to_win() {
            write!(f, "+M{plies}")
        } else if let Some(plies) = self.plies_to_loss() {
            write!(f, "-M{plies}")
        } else {
            write!(f, "{:+}", self.0)
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn a_decided_score_knows_its_plies() {
        let (win, loss) = (Score::win_in(5), Score::loss_in(4));
        assert_eq!(
            (win.plies_to_win(), win.plies_to_loss(), win.to_string().as_str()),
            (Some(5), None, "+M5")
        );
        assert_eq!(
            (loss.plies_to_win(), loss.plies_to_loss(), loss.to_string().as_str()),
            (None, Some(4), "-M4")
        );
        assert_eq!(-win, Score::loss_in(5));
        assert!(!Score(28_999).is_decided() && Score(29_000).is_decided() && Score(-29_000).is_decided());
    }

    #[test]
    fn a_win_is_counted_in_moves_of_the_winner() {
        let text = |plies| WinLength { plies }.to_string();
        assert_eq!([text(1), text(2), text(3)], ["1 move (1 ply)", "1 move (2 plies)", "2 moves (3 plies)"]);
    }

    #[cfg(feature = "std")]
    #[test]
    fn chances_are_logistic_and_certain_at_the_ends() {
        assert!((Score(200).chance() - 0.731_058_578_630_004_9).abs() < 1e-15);
        assert!((Score(-200).chance() + Score(200).chance() - 1.0).abs() < 1e-15);
        assert_eq!([Score::win_in(9).chance(), Score::loss_in(9).chance()], [1.0, 0.0]);
    }
}
