//! Tensors as bytes, in the safetensors format, which Python and others open as it is.
//!
//! Reading is left to the crate of that name, which is safe with bytes from strangers. Writing is not, since
//! the crate orders the description by chance: here the same tensors are the same bytes.

use std::collections::{BTreeMap, HashMap};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use outflank_learn::{Tensor, Tensors, Values};
use safetensors::{Dtype, SafeTensors};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Texts that describe tensors, by name.
pub(crate) type Description = BTreeMap<String, String>;

/// The longest description of a file that is looked at, in bytes. Ours have some hundreds.
const LONGEST_HEADER: u64 = 1 << 20;

#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
    Description(&'a Description),
    Tensor { dtype: &'static str, shape: &'a [usize], data_offsets: [usize; 2] },
}

/// Packs tensors and a description of them.
// CITE: the format of Hugging Face's safetensors.
pub(crate) fn pack(tensors: &Tensors, description: &Description) -> Vec<u8> {
    let mut header = BTreeMap::from([("__metadata__", Entry::Description(description))]);
    let mut end = 0;
    for (name, tensor) in tensors.iter() {
        let start = end;
        let (dtype, size) = match &tensor.values {
            Values::Double(_) => ("F64", size_of::<f64>()),
            Values::Single(_) => ("F32", size_of::<f32>()),
            Values::Bytes(_) => ("U8", size_of::<u8>()),
        };
        end += tensor.values.len() * size;
        header.insert(name, Entry::Tensor { dtype, shape: &tensor.shape, data_offsets: [start, end] });
    }
    let mut header = serde_json::to_vec(&header).expect("texts and numbers");
    header.resize(header.len().next_multiple_of(8), b' ');

    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.append(&mut header);
    bytes.reserve_exact(end);
    for (_, tensor) in tensors.iter() {
        match &tensor.values {
            Values::Double(values) => bytes.extend(values.iter().flat_map(|value| value.to_le_bytes())),
            Values::Single(values) => bytes.extend(values.iter().flat_map(|value| value.to_le_bytes())),
            Values::Bytes(values) => bytes.extend_from_slice(values),
        }
    }
    bytes
}

/// Whether bytes could be packed tensors: the length of a description and the bracket that opens it.
pub(crate) fn looks_packed(bytes: &[u8]) -> bool {
    bytes.get(8) == Some(&b'{') && bytes[7] == 0
}

/// Unpacks tensors and their description. Nothing is allocated that the bytes do not hold.
pub(crate) fn unpack(bytes: &[u8]) -> Result<(Tensors, HashMap<String, String>), PackingError> {
    let broken = |error: safetensors::SafeTensorError| PackingError::Broken { reason: error.to_string() };
    let length: [u8; 8] = *bytes.first_chunk().ok_or(PackingError::Short)?;
    let length = u64::from_le_bytes(length);
    if length > LONGEST_HEADER {
        return Err(PackingError::LongHeader { length });
    }
    if length.saturating_add(8) > bytes.len() as u64 {
        return Err(PackingError::Short);
    }
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(broken)?;
    let packed = SafeTensors::deserialize(bytes).map_err(broken)?;
    let mut tensors = Tensors::new();
    for (name, view) in packed.iter() {
        let values = match view.dtype() {
            Dtype::F64 => {
                let (values, _) = view.data().as_chunks::<8>();
                Values::Double(values.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect())
            }
            Dtype::F32 => {
                let (values, _) = view.data().as_chunks::<4>();
                Values::Single(values.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
            }
            Dtype::U8 => Values::Bytes(view.data().into()),
            other => {
                return Err(PackingError::Type { name: name.to_owned(), found: format!("{other:?}") });
            }
        };
        let tensor = Tensor::new(view.shape().to_vec(), values).ok_or_else(|| PackingError::Broken {
            reason: format!("the shape of “{name}” does not fit"),
        })?;
        tensors.insert(name, tensor);
    }
    Ok((tensors, metadata.metadata().clone().unwrap_or_default()))
}

/// Tensors within JSON: packed, and as a text in base64.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PackedTensors(pub Tensors);

impl Serialize for PackedTensors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(pack(&self.0, &Description::new())))
    }
}

impl<'de> Deserialize<'de> for PackedTensors {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = BASE64_STANDARD.decode(String::deserialize(deserializer)?).map_err(de::Error::custom)?;
        let (tensors, _) = unpack(&bytes).map_err(de::Error::custom)?;
        Ok(Self(tensors))
    }
}

/// Bytes that are not packed tensors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackingError {
    /// The end is missing.
    #[error("it is cut off")]
    Short,
    /// The description is longer than any of ours.
    #[error("its description claims to be {length} bytes long")]
    LongHeader {
        /// How long, in bytes.
        length: u64,
    },
    /// The parts do not fit together.
    #[error("it is damaged or cut off: {reason}")]
    Broken {
        /// What does not fit.
        reason: String,
    },
    /// A tensor is made of other numbers than those of 64 or 32 bits.
    #[error("the tensor “{name}” has values of the type {found}, expected F64 or F32")]
    Type {
        /// The tensor.
        name: String,
        /// What it is made of.
        found: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (Tensors, Description) {
        let tensors = Tensors::new()
            .with("weights", Tensor::shaped([2, 3], [0.1, -2.0, 3e-300, 4.0, 5.0, -0.0]))
            .with("singles", Tensor::list(Values::Single([0.1, -0.0, f32::MIN_POSITIVE].into())))
            .with("bytes", Tensor::list(Values::Bytes([0, 7, 255].into())))
            .with("bias", Tensor::list([f64::MIN_POSITIVE]));
        (tensors, Description::from([("format".to_owned(), "a “test”\n".to_owned())]))
    }

    #[test]
    fn tensors_come_back_to_the_bit() {
        let (tensors, description) = sample();
        let bytes = pack(&tensors, &description);
        assert!(looks_packed(&bytes));
        let (unpacked, described) = unpack(&bytes).expect("ours");
        assert_eq!(unpacked, tensors);
        assert!(unpacked.values("weights", &[2, 3]).expect("weights")[5].is_sign_negative());
        assert_eq!(described["format"], "a “test”\n");
        assert_eq!(pack(&tensors, &description), bytes, "the same bytes again");
    }

    #[test]
    fn no_part_of_a_file_is_taken_for_the_whole() {
        let (tensors, description) = sample();
        let bytes = pack(&tensors, &description);
        for length in 0..bytes.len() {
            assert!(unpack(&bytes[..length]).is_err(), "{length} bytes");
        }
        assert!(unpack(&[bytes.as_slice(), &[0]].concat()).is_err(), "a byte too many");
    }

    #[test]
    fn strange_bytes_are_refused() {
        assert_eq!(unpack(b"f5d6c3"), Err(PackingError::Short));
        let huge = [u64::MAX.to_le_bytes().as_slice(), b"{}"].concat();
        assert_eq!(unpack(&huge), Err(PackingError::LongHeader { length: u64::MAX }));
        let header = br#"{"w":{"dtype":"F64","shape":[99999999999,99999999999],"data_offsets":[0,8]}}"#;
        let hostile = [&(header.len() as u64).to_le_bytes()[..], header, &[0; 8]].concat();
        assert!(matches!(unpack(&hostile), Err(PackingError::Broken { .. })));
        let header = br#"{"w":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}}"#;
        let whole = [&(header.len() as u64).to_le_bytes()[..], header, &[0; 8]].concat();
        assert!(matches!(unpack(&whole), Err(PackingError::Type { .. })));
    }
}
