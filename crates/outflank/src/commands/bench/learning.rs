//! A tiny training of every system, for the signature: the recipe that each gives for trials, seed 1.

use outflank_learn::{Recipe, Tensors};
use serde::Serialize;

use super::workload::Signature;

/// What a system learned in its trial.
#[derive(Debug, Serialize)]
pub struct Trial {
    pub system: &'static str,
    #[serde(serialize_with = "as_text")]
    pub signature: Signature,
}

/// Lets every system learn its trial.
pub fn trials(threads: usize) -> Vec<Trial> {
    let signature = |recipe: Recipe| {
        let mut learner = recipe.learner(1);
        while !learner.schedule().is_finished() {
            learner.learn(threads);
        }
        folded(&learner.snapshot())
    };
    let recipes = Recipe::SYSTEMS.iter().filter_map(|system| Recipe::trial_of(system));
    recipes.map(|recipe| Trial { system: recipe.system(), signature: signature(recipe) }).collect()
}

/// Names, shapes and every bit of the values, folded into one number.
fn folded(tensors: &Tensors) -> Signature {
    let mut signature = Signature::default();
    for (name, tensor) in tensors.iter() {
        name.bytes().for_each(|byte| signature.absorb(u64::from(byte)));
        tensor.shape.iter().for_each(|&size| signature.absorb(size as u64));
        tensor.values.to_vec().iter().for_each(|value| signature.absorb(value.to_bits()));
    }
    signature
}

fn as_text<S: serde::Serializer>(signature: &Signature, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(signature)
}

#[cfg(test)]
mod tests {
    use outflank_learn::Tensor;

    use super::*;

    #[test]
    fn every_number_and_every_name_counts() {
        let of = |name, values: [f64; 2]| folded(&Tensors::new().with(name, Tensor::list(values)));
        let all = [of("a", [0.0, 1.0]), of("b", [0.0, 1.0]), of("a", [1.0, 0.0]), of("a", [-0.0, 1.0])];
        for (index, signature) in all.iter().enumerate() {
            assert!(!all[..index].contains(signature), "{signature} twice");
        }
    }
}
