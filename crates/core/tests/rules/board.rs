//! Boards drawn in tests, and random ones.

use goren_core::{Point, Position, Random, Rule, Size, Stone};

/// Reads a picture: `X` Black, `O` White, `#` a trap, `.` empty, and any other character an empty point that the
/// test wants to name. Returns the position with Black to move and the named points.
pub(crate) fn draw(rule: Rule, picture: &str) -> (Position, Vec<(char, Point)>) {
    let rows: Vec<Vec<char>> = picture
        .lines()
        .map(|line| line.chars().filter(|char| !char.is_whitespace()).collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    let size = Size::new(rows.len()).unwrap();
    let (mut traps, mut stones, mut named) = (vec![], vec![], vec![]);
    for (y, row) in rows.iter().rev().enumerate() {
        assert_eq!(row.len(), rows.len(), "row {} of the picture has the wrong length", y + 1);
        for (x, &char) in row.iter().enumerate() {
            let point = Point::new(x, y).unwrap();
            match char {
                'X' => stones.push((point, Stone::Black)),
                'O' => stones.push((point, Stone::White)),
                '#' => traps.push(point),
                '.' => {}
                name => named.push((name, point)),
            }
        }
    }
    (Position::with_setup(rule, size, &traps, &stones, Stone::Black).unwrap(), named)
}

/// A picture of one line, laid along row 8 of an otherwise empty board just wide enough.
pub(crate) fn draw_line(rule: Rule, line: &str) -> (Position, Vec<(char, Point)>) {
    let cells: Vec<char> = line.chars().filter(|char| !char.is_whitespace()).collect();
    let side = cells.len().max(5);
    let rows = (0..side).map(|row| {
        let mut text: String = if row == side / 2 { cells.iter().collect() } else { String::new() };
        text.extend(std::iter::repeat_n(
            if row == side / 2 { '#' } else { '.' },
            side - text.chars().count(),
        ));
        text
    });
    draw(rule, &rows.collect::<Vec<_>>().join("\n"))
}

/// This many traps, on half of the board at most.
pub(crate) fn random_traps(random: &mut Random, size: Size, count: usize) -> Vec<Point> {
    let mut points: Vec<Point> = size.points().collect();
    let most = points.len() / 2;
    random.draw(&mut points, count.min(most))
}

/// Stones strewn over a few rows and columns, so that lines are crowded and shapes meet.
pub(crate) fn random_cluster(random: &mut Random, rule: Rule) -> Position {
    let size = Size::new(9 + random.below(7)).unwrap();
    let count = [0, 0, 3, 8][random.below(4)];
    let traps = random_traps(random, size, count);
    let (width, left, low) = (7, random.below(size.side() - 6), random.below(size.side() - 6));
    let density = 20 + random.below(50);
    let white = random.below(60);
    let mut stones = vec![];
    for point in size.points().filter(|point| !traps.contains(point)) {
        let inside = (left..left + width).contains(&point.x()) && (low..low + width).contains(&point.y());
        if inside && random.below(100) < density {
            let stone = if random.below(100) < white { Stone::White } else { Stone::Black };
            stones.push((point, stone));
        }
    }
    Position::with_setup(rule, size, &traps, &stones, Stone::Black).unwrap()
}
