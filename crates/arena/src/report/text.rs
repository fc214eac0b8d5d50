//! Tables for a terminal.

use super::{MatchReport, label, memory, percent, rating, time};

/// Longer names are truncated, so that a table fits in a terminal of 80 columns.
const NAME: usize = 20;

pub(super) fn standings(report: &MatchReport) -> String {
    let head = ["#", "Name", "Elo", "±", "Games", "Score", "+", "=", "-", "Black", "White", "Time", "Memory"];
    // Agents of this program have no memory of their own.
    let columns = head.len() - usize::from(report.players.iter().all(|player| player.max_memory.is_none()));
    let mut rows = vec![head[..columns].iter().copied().map(String::from).collect()];
    for (place, index) in report.ranking().into_iter().enumerate() {
        let player = &report.players[index];
        let games = player.games();
        let (value, error) = rating(player.rating, report.places());
        let mut row = vec![
            (place + 1).to_string(),
            name(&player.name),
            value,
            error,
            games.games().to_string(),
            percent(games.score()),
            games.wins.to_string(),
            games.draws.to_string(),
            games.losses.to_string(),
            percent(player.as_black.score()),
            percent(player.as_white.score()),
            time(player.mean_time),
            memory(player.max_memory),
        ];
        row.truncate(columns);
        rows.push(row);
    }
    table(&rows)
}

pub(super) fn cross_table(report: &MatchReport) -> String {
    let order = report.ranking();
    let mut head = vec![String::from("#"), String::from("Name")];
    head.extend((1..=order.len()).map(|place| place.to_string()));
    let mut rows = vec![head];
    for (place, &one) in order.iter().enumerate() {
        let mut row = vec![(place + 1).to_string(), name(&report.players[one].name)];
        row.extend(order.iter().map(|&other| {
            let games = report.pairs_between(one, other).games();
            match games.games() {
                _ if one == other => String::from("·"),
                0 => String::new(),
                count => format!("{}/{count}", games.points()),
            }
        }));
        rows.push(row);
    }
    table(&rows)
}

fn name(name: &str) -> String {
    label::cut(&label::clean(name), NAME)
}

/// Lines of aligned columns under a rule; the second column is text and left-aligned, the others are numbers.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().map(|row| label::width(&row[column])).max().unwrap_or(0))
        .collect();
    let mut lines = String::new();
    for (index, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, width))| {
                let space = " ".repeat(width - label::width(cell));
                if column == 1 { format!("{cell}{space}") } else { format!("{space}{cell}") }
            })
            .collect();
        lines += cells.join(" ").trim_end();
        lines += "\n";
        if index == 0 {
            let length = widths.iter().sum::<usize>() + columns.saturating_sub(1);
            lines += &"─".repeat(length);
            lines += "\n";
        }
    }
    lines
}
