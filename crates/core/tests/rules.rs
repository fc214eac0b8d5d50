//! The fast rules against a deliberately naive second implementation, drawn boards, and golden counts.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

#[path = "rules/board.rs"]
mod board;
#[path = "rules/forbidden.rs"]
mod forbidden;
#[path = "rules/games.rs"]
mod games;
#[path = "rules/incremental.rs"]
mod incremental;
#[path = "rules/naive.rs"]
mod naive;
#[path = "rules/perft.rs"]
mod perft;
#[path = "rules/shapes.rs"]
mod shapes;
#[path = "rules/wins.rs"]
mod wins;
