//! The labels of some games that follow each other, as a result of a task.

use outflank_engine::Value;
use outflank_learn::patterns::Label;
use outflank_learn::{Tensor, Tensors, TensorsError, Values};
use outflank_rules::{Position, Squares};
use serde::{Deserialize, Serialize};

use crate::packing::PackedTensors;

/// Labels, game by game: 18 bytes each.
#[derive(Serialize, Deserialize)]
pub(super) struct Shard {
    /// How many there are.
    pub labels: u64,
    /// `counts` (labels of each game, one byte), `mover` and `opponent` (bitboards of eight bytes), `values` (64ths of a
    /// disc, two bytes); the lowest byte first.
    packed: PackedTensors,
}

impl Shard {
    pub fn new(games: &[Vec<Label>]) -> Self {
        let labels = || games.iter().flatten();
        let bytes = |bytes: Vec<u8>| Tensor::list(Values::Bytes(bytes.into()));
        let discs = |squares: fn(&Position) -> Squares| {
            labels().flat_map(|label| squares(&label.position).bits().to_le_bytes()).collect()
        };
        let values = labels().flat_map(|label| (label.value.sixty_fourths() as i16).to_le_bytes());
        let tensors = Tensors::new()
            // A game has 60 positions with a move at most.
            .with("counts", bytes(games.iter().map(|game| game.len() as u8).collect()))
            .with("mover", bytes(discs(|position| position.mover())))
            .with("opponent", bytes(discs(|position| position.opponent())))
            .with("values", bytes(values.collect()));
        Self { labels: labels().count() as u64, packed: PackedTensors(tensors) }
    }

    /// The labels of each game.
    pub fn games(&self) -> Result<Vec<Vec<Label>>, TensorsError> {
        let tensors = &self.packed.0;
        let wrong = |name: &str, reason: &str| TensorsError::Content {
            name: name.to_owned(),
            reason: reason.to_owned(),
        };
        let (mover, _) = tensors.bytes("mover")?.as_chunks::<8>();
        let (opponent, _) = tensors.bytes("opponent")?.as_chunks::<8>();
        let (values, _) = tensors.bytes("values")?.as_chunks::<2>();
        let counts = tensors.bytes("counts")?;
        let count: usize = counts.iter().map(|&count| usize::from(count)).sum();
        if [mover.len(), opponent.len(), values.len()] != [count; 3] {
            return Err(wrong("counts", "not as many as there are labels"));
        }
        let squares = |bytes: &[u8; 8]| Squares::from_bits(u64::from_le_bytes(*bytes));
        let mut labels = mover.iter().zip(opponent).zip(values).map(|((mover, opponent), value)| {
            let position = Position::new(squares(mover), squares(opponent));
            let position = position.ok_or_else(|| wrong("mover", "two discs on one square"))?;
            Ok(Label { position, value: Value::new(i16::from_le_bytes(*value).into()) })
        });
        counts.iter().map(|&count| labels.by_ref().take(count.into()).collect()).collect()
    }
}
