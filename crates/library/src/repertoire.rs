//! One's own repertoire: the moves one means to play, by colour and position, and when each is to be practised next.

use goren_core::{Point, Position, Rule, Stone};
use redb::{ReadableTable, TableDefinition};

use crate::error::LibraryError;
use crate::key::{PositionKey, board_of};
use crate::library::Library;

/// Cards, by position.
pub(crate) const CARDS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("repertoire");

/// A move of the repertoire: in this position, this is what I play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The rule.
    pub rule: Rule,
    /// Whose move it is: the colour the repertoire is for.
    pub side: Stone,
    /// The position as our JSON.
    pub position: String,
    /// The move, on that board.
    pub point: Point,
    /// What whoever schedules the practice keeps about it.
    pub schedule: String,
}

impl Card {
    fn bytes(&self) -> Vec<u8> {
        let side = if self.side == Stone::Black { "black" } else { "white" };
        [self.rule.name(), side, &self.point.to_string(), &self.position, &self.schedule]
            .join("\0")
            .into_bytes()
    }

    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Card> {
        let fields: Vec<&str> = std::str::from_utf8(bytes).ok()?.split('\0').collect();
        let [rule, side, point, position, schedule] = fields.as_slice() else { return None };
        Some(Card {
            rule: rule.parse().ok()?,
            side: match *side {
                "black" => Stone::Black,
                "white" => Stone::White,
                _ => return None,
            },
            point: point.parse().ok()?,
            position: (*position).to_owned(),
            schedule: (*schedule).to_owned(),
        })
    }
}

impl Library {
    /// The move that the repertoire has for a position, on this board, with every image of it that a symmetric board has.
    pub fn repertoire_move(&self, position: &Position) -> Result<Vec<Point>, LibraryError> {
        let board = board_of(position);
        let key = board.key(position.side());
        let turned = self.read(|reading| {
            let cards = reading.open_table(CARDS)?;
            let number =
                cards.get(key)?.and_then(|card| Some(u16::from_le_bytes(*card.value().first_chunk()?)));
            Ok(number.and_then(crate::step::point_of))
        })?;
        Ok(turned.map_or_else(Vec::new, |turned| board.turned_back(turned)))
    }

    /// Puts a move into the repertoire, in place of another for the same position.
    pub fn learn(&self, position: &Position, card: &Card) -> Result<(), LibraryError> {
        let board = board_of(position);
        let turned = crate::step::point_number(Some(board.turned(card.point)));
        let bytes = [&turned.to_le_bytes()[..], &card.bytes()].concat();
        self.write(|transaction| {
            transaction.open_table(CARDS)?.insert(board.key(position.side()), bytes.as_slice())?;
            Ok(())
        })
    }

    /// Takes the move for a position out of the repertoire; whether there was one.
    pub fn unlearn(&self, position: &Position) -> Result<bool, LibraryError> {
        let key = board_of(position).key(position.side());
        self.write(|transaction| Ok(transaction.open_table(CARDS)?.remove(key)?.is_some()))
    }

    /// The whole repertoire.
    pub fn repertoire(&self) -> Result<Vec<(PositionKey, Card)>, LibraryError> {
        self.read(|reading| {
            let mut all = Vec::new();
            for entry in reading.open_table(CARDS)?.iter()? {
                let (key, bytes) = entry?;
                all.extend(bytes.value().get(2..).and_then(Card::of_bytes).map(|card| (key.value(), card)));
            }
            Ok(all)
        })
    }

    /// Keeps what the practice of a card has come to; whether there is such a card.
    pub fn practised(&self, key: PositionKey, schedule: &str) -> Result<bool, LibraryError> {
        self.write(|transaction| {
            let mut cards = transaction.open_table(CARDS)?;
            let old = cards.get(key)?.map(|bytes| bytes.value().to_vec());
            let Some((turned, card)) =
                old.and_then(|bytes| Some((*bytes.first_chunk::<2>()?, Card::of_bytes(bytes.get(2..)?)?)))
            else {
                return Ok(false);
            };
            let card = Card { schedule: schedule.replace('\0', ""), ..card };
            cards.insert(key, [&turned[..], &card.bytes()].concat().as_slice())?;
            Ok(true)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Size, Symmetry};

    #[test]
    fn a_move_is_known_on_every_image_of_its_position() {
        let library = Library::in_memory().unwrap();
        let mut position = Position::new(Rule::Renju, Size::DEFAULT);
        for name in ["h8", "i9", "j7"] {
            position.play(name.parse().unwrap());
        }
        let point: Point = "g10".parse().unwrap();
        let card = Card {
            rule: Rule::Renju,
            side: Stone::White,
            position: "{\"moves\":[\"h8\"]}".to_owned(),
            point,
            schedule: "later".to_owned(),
        };
        assert!(library.repertoire_move(&position).unwrap().is_empty());
        library.learn(&position, &card).unwrap();
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            assert_eq!(library.repertoire_move(&image).unwrap(), [symmetry.apply(point, position.size())]);
        }
        let [(key, stored)] = library.repertoire().unwrap().try_into().unwrap();
        assert_eq!(stored, card);
        assert!(library.practised(key, "now").unwrap() && !library.practised(key ^ 1, "now").unwrap());
        assert_eq!(library.repertoire().unwrap()[0].1.schedule, "now");
        assert!(library.unlearn(&position.transformed(Symmetry::ALL[5])).unwrap());
        assert!(library.repertoire().unwrap().is_empty() && !library.unlearn(&position).unwrap());
    }
}
