//! Puzzles: made from games, answered by proof, graded, and trained with ratings and repetition.
#![forbid(unsafe_code)]
