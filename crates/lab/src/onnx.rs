//! Networks of others: an ONNX file is a player, `net.onnx:simulations=200`.
//!
//! What a graph is given and what it has to answer (docs/deep.md has it for people who export one):
//!
//! - one input of float32, `[batch, planes, 8, 8]` with 2, 3 or 5 planes, seen by the mover: its discs, the opponent's discs, 1
//!   everywhere on the board, its legal moves, the opponent's legal moves. Rows are those of the board from the top (a1 to h1
//!   first). The batch is 1, or left open.
//! - an output of one number, the value for the mover from −1 to 1; and, if there is a policy, one of 64 logits, a1 to h8 by
//!   rows, or of 65, the last for a pass. They are told apart by their size.
//!
//! The runtime is behind the feature `onnx`; without it such a file is refused with a sentence that says so. Bits may differ from
//! processor to processor: the arithmetic is the runtime's.

#[cfg(feature = "onnx")]
mod network;

use std::path::Path;

use outflank_arena::{Entrant, LookupError, Wanted};

use crate::registry::read_player_file;
use crate::{RegistryError, content_hash};

/// Whether a name is that of an ONNX file.
pub(crate) fn is_meant(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("onnx"))
}

/// Why an ONNX file is no player.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OnnxError {
    /// The program was built without the runtime.
    #[error("this program was built without ONNX; build it with `cargo build --features onnx`")]
    NotBuilt,
    /// The runtime does not take the graph: it is damaged, or has operators that are not known.
    #[error("the network cannot be read: {0}")]
    Graph(String),
    /// The graph is for something else.
    #[error("the network does not fit: {0}")]
    Shape(String),
    /// The graph fails at work.
    #[error("the network fails on the start position: {0}")]
    Run(String),
    /// The options of text files mean nothing here.
    #[error("a network in an ONNX file takes neither inversion nor negation")]
    Reading,
}

/// The player in an ONNX file.
pub(crate) fn entrant(name: &str, wanted: &Wanted<'_>) -> Result<Entrant, LookupError> {
    let refused = |error: OnnxError| LookupError::Refused(error.into());
    let bytes = read_player_file(Path::new(name)).map_err(|error| match error {
        RegistryError::Unknown { .. } => LookupError::Unknown,
        error => LookupError::Refused(error.into()),
    })?;
    if wanted.reading.is_some() {
        return Err(refused(OnnxError::Reading));
    }
    let content = content_hash(&[b"onnx", &bytes]);
    let entrant = made(bytes, wanted).map_err(refused)?;
    let style = wanted.style.to_string();
    Ok(entrant.with_identity(outflank_arena::Identity { content, style }))
}

#[cfg(feature = "onnx")]
fn made(bytes: Vec<u8>, wanted: &Wanted<'_>) -> Result<Entrant, OnnxError> {
    Ok(wanted.style.entrant_with_advice(wanted.label, network::OnnxNetwork::new(bytes)?))
}

#[cfg(not(feature = "onnx"))]
fn made(_: Vec<u8>, _: &Wanted<'_>) -> Result<Entrant, OnnxError> {
    Err(OnnxError::NotBuilt)
}

#[cfg(all(test, not(feature = "onnx")))]
mod tests {
    use outflank_arena::PlayerSpec;

    use crate::PlayerRegistry;

    #[test]
    fn without_the_runtime_a_network_is_refused_with_what_to_do() {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join("net.onnx");
        let spec = format!("{}:simulations=20", path.display());
        let refusal = || {
            let spec: PlayerSpec = spec.parse().expect("a player");
            spec.entrant(&PlayerRegistry::new(None)).expect_err("refused").to_string()
        };
        assert!(refusal().contains("there is no player"), "{}", refusal());
        std::fs::write(&path, b"\x08\x08").expect("written");
        assert!(refusal().contains("built without ONNX"), "{}", refusal());
        let spec: PlayerSpec = spec.parse().expect("a player");
        let closed = PlayerRegistry::new(None).without_files();
        assert!(spec.entrant(&closed).expect_err("no files").to_string().contains("there is no player"));
    }
}
