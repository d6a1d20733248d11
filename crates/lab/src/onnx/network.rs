//! A graph at play, through a runtime in Rust.

use std::sync::Arc;

use outflank_engine::tree::{Advice, Advisor};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Moves, Position};
use outflank_value::{Score, Stateless};
use rten::{Dimension, Model, NodeId, RunOptions, ThreadPool, Value, ValueOrView};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;

use super::OnnxError;

/// A network of somebody else.
pub(super) struct OnnxNetwork {
    model: Model,
    input: NodeId,
    planes: usize,
    value: NodeId,
    policy: Option<NodeId>,
    /// One thread: whoever plays has its own.
    threads: Arc<ThreadPool>,
}

/// What a network answers.
struct Answer {
    value: f32,
    policy: Option<Vec<f32>>,
}

impl OnnxNetwork {
    /// A network from the bytes of its file. It is asked once, so that one that does not fit is found out before any game.
    pub fn new(bytes: Vec<u8>) -> Result<Self, OnnxError> {
        let model = Model::load(bytes).map_err(|error| OnnxError::Graph(error.to_string()))?;
        let [input] = *model.input_ids() else {
            return Err(OnnxError::Shape(format!("it has {} inputs, expected one", model.input_ids().len())));
        };
        let planes = planes(model.input_shape(0))?;
        let mut network = Self {
            input,
            planes,
            value: input,
            policy: None,
            threads: Arc::new(ThreadPool::with_num_threads(1)),
            model,
        };
        network.find_outputs()?;
        let answer = network.ask(Position::START).map_err(OnnxError::Run)?;
        match answer.value.is_finite() && answer.policy.iter().flatten().all(|logit| logit.is_finite()) {
            true => Ok(network),
            false => Err(OnnxError::Run("it answers with numbers that are not finite".to_owned())),
        }
    }

    /// Tells value and policy apart, by their sizes.
    fn find_outputs(&mut self) -> Result<(), OnnxError> {
        let ids = self.model.output_ids().to_vec();
        let outputs = self.run(&ids, Position::START).map_err(OnnxError::Run)?;
        let sizes: Vec<usize> = outputs.iter().map(Vec::len).collect();
        let with = |wanted: &[usize]| {
            ids.iter().zip(&sizes).find(|(_, size)| wanted.contains(size)).map(|(id, _)| *id)
        };
        self.value = with(&[1]).ok_or_else(|| {
            OnnxError::Shape(format!(
                "its outputs have {sizes:?} numbers; expected one of 1 (value), and 64 or 65 (policy)"
            ))
        })?;
        self.policy = with(&[64, 65]);
        Ok(())
    }

    /// The numbers of some outputs for a position.
    fn run(&self, outputs: &[NodeId], position: Position) -> Result<Vec<Vec<f32>>, String> {
        let input: NdTensor<f32, 4> =
            NdTensor::from_data([1, self.planes, 8, 8], seen(position, self.planes));
        let mut options = RunOptions::default();
        options.thread_pool = Some(Arc::clone(&self.threads));
        let inputs = vec![(self.input, ValueOrView::from(input.view()))];
        let values = self.model.run(inputs, outputs, Some(options)).map_err(|error| error.to_string())?;
        values
            .into_iter()
            .map(|value| match value {
                Value::FloatTensor(tensor) => Ok(tensor.to_vec()),
                _ => Err("an output is not of float32".to_owned()),
            })
            .collect()
    }

    fn ask(&self, position: Position) -> Result<Answer, String> {
        let outputs: Vec<NodeId> = [self.value].into_iter().chain(self.policy).collect();
        let mut numbers = self.run(&outputs, position)?.into_iter();
        let value = numbers.next().and_then(|value| value.first().copied()).ok_or("there is no value")?;
        Ok(Answer { value, policy: numbers.next() })
    }

    /// The answer to a position of a game. A graph that took the start position takes all: they have the same shape.
    fn answer(&self, position: Position) -> Answer {
        let answer = self.ask(position).unwrap_or(Answer { value: 0.0, policy: None });
        let value = if answer.value.is_finite() { answer.value.clamp(-1.0, 1.0) } else { 0.0 };
        Answer { value, ..answer }
    }
}

/// How many planes the input has, if it is one for boards.
fn planes(shape: Option<Vec<Dimension>>) -> Result<usize, OnnxError> {
    let shape = shape.ok_or_else(|| OnnxError::Shape("its input has no shape".to_owned()))?;
    let told: Vec<String> = shape
        .iter()
        .map(|size| match size {
            Dimension::Fixed(size) => size.to_string(),
            Dimension::Symbolic(name) => name.clone(),
        })
        .collect();
    match shape.as_slice() {
        [
            Dimension::Fixed(1) | Dimension::Symbolic(_),
            Dimension::Fixed(planes @ (2 | 3 | 5)),
            Dimension::Fixed(8),
            Dimension::Fixed(8),
        ] => Ok(*planes),
        _ => Err(OnnxError::Shape(format!(
            "its input has the shape [{}], expected [batch, planes, 8, 8] with 2, 3 or 5 planes and a batch of 1 or left open",
            told.join(", ")
        ))),
    }
}

/// The planes of a position: own discs, the opponent's, the board, own moves, the opponent's moves.
fn seen(position: Position, planes: usize) -> Vec<f32> {
    let all = [
        position.mover().bits(),
        position.opponent().bits(),
        u64::MAX,
        position.moves().bits(),
        position.passed().moves().bits(),
    ];
    let plane = |bits: u64| (0..64).map(move |square| (bits >> square & 1) as f32);
    all[..planes].iter().flat_map(|&bits| plane(bits)).collect()
}

impl Stateless for OnnxNetwork {
    fn of<K: Kernel>(&self, _: K, position: Position) -> Score {
        Score::new(64.0 * f64::from(self.answer(position).value))
    }
}

impl Advisor for OnnxNetwork {
    fn advise<K: Kernel>(&self, _: K, board: Board, moves: Moves, advice: &mut Advice) {
        let answer = self.answer(board.position);
        advice.value = answer.value;
        let logit = |square: outflank_rules::Square| {
            answer.policy.as_ref().map_or(0.0, |policy| policy[square.index()]).clamp(-50.0, 50.0)
        };
        advice.logits.extend(moves.into_iter().map(logit));
    }
}

#[cfg(test)]
mod tests {
    use outflank_arena::{Contest, PlayerSpec};

    use super::*;
    use crate::PlayerRegistry;

    /// A message of protocol buffers, written by hand: what is needed for a graph and no more.
    #[derive(Default)]
    struct Message(Vec<u8>);

    impl Message {
        fn varint(&mut self, mut number: u64) {
            while number > 127 {
                self.0.push(number as u8 | 128);
                number >>= 7;
            }
            self.0.push(number as u8);
        }

        fn number(mut self, field: u64, number: u64) -> Self {
            self.varint(field << 3);
            self.varint(number);
            self
        }

        fn bytes(mut self, field: u64, bytes: &[u8]) -> Self {
            self.varint(field << 3 | 2);
            self.varint(bytes.len() as u64);
            self.0.extend(bytes);
            self
        }

        fn inner(self, field: u64, inner: Self) -> Self {
            let bytes = inner.0;
            self.bytes(field, &bytes)
        }
    }

    fn node(operator: &str, inputs: &[&str], output: &str) -> Message {
        let node = inputs.iter().fold(Message::default(), |node, input| node.bytes(1, input.as_bytes()));
        node.bytes(2, output.as_bytes()).bytes(3, output.as_bytes()).bytes(4, operator.as_bytes())
    }

    fn tensor(name: &str, sizes: &[u64], numbers: &[f32]) -> Message {
        let tensor = sizes.iter().fold(Message::default(), |tensor, &size| tensor.number(1, size));
        let raw: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        tensor.number(2, 1).bytes(8, name.as_bytes()).bytes(9, &raw)
    }

    fn indices(name: &str, numbers: &[i64]) -> Message {
        let raw: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        Message::default()
            .number(1, numbers.len() as u64)
            .number(2, 7)
            .bytes(8, name.as_bytes())
            .bytes(9, &raw)
    }

    fn described(name: &str, sizes: &[u64]) -> Message {
        let size = |shape: Message, &size: &u64| shape.inner(1, Message::default().number(1, size));
        let shape = sizes.iter().fold(Message::default(), size);
        let of_type = Message::default().inner(1, Message::default().number(1, 1).inner(2, shape));
        Message::default().bytes(1, name.as_bytes()).inner(2, of_type)
    }

    /// A graph: the planes in a row, times weights, are the value (its tanh) and the policy.
    fn graph(planes: u64, squash: &str, with_policy: bool) -> Vec<u8> {
        // Corners are worth much, other squares a little; the opponent's the opposite.
        let worth = |square: usize| if [0, 7, 56, 63].contains(&square) { 0.3 } else { 0.01 };
        let sign = |plane: usize| [1.0, -1.0, 0.0, 0.0, 0.0][plane];
        let inputs = planes as usize * 64;
        let value: Vec<f32> = (0..inputs).map(|input| sign(input / 64) * worth(input % 64)).collect();
        let mut graph = Message::default()
            .inner(1, node("Reshape", &["board", "row"], "flat"))
            .inner(1, node("MatMul", &["flat", "weights"], "sum"))
            .inner(1, node(squash, &["sum"], "value"))
            .bytes(2, b"tiny")
            .inner(5, indices("row", &[1, inputs as i64]))
            .inner(5, tensor("weights", &[inputs as u64, 1], &value));
        if with_policy {
            let to = |input: usize, square: usize| if input % 64 == square { 0.5 } else { 0.0 };
            let weights: Vec<f32> =
                (0..inputs).flat_map(|input| (0..64).map(move |square| to(input, square))).collect();
            graph = graph
                .inner(1, node("MatMul", &["flat", "policy weights"], "policy"))
                .inner(5, tensor("policy weights", &[inputs as u64, 64], &weights));
        }
        graph =
            graph.inner(11, described("board", &[1, planes, 8, 8])).inner(12, described("value", &[1, 1]));
        if with_policy {
            graph = graph.inner(12, described("policy", &[1, 64]));
        }
        let opset = Message::default().bytes(1, b"").number(2, 17);
        Message::default().number(1, 8).inner(7, graph).inner(8, opset).0
    }

    fn spec(place: &tempfile::TempDir, name: &str, bytes: &[u8], options: &str) -> PlayerSpec {
        let path = place.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        format!("{}{options}", path.display()).parse().expect("a player")
    }

    #[test]
    fn networks_of_others_play_at_one_ply_and_with_a_search() {
        let place = tempfile::tempdir().expect("a folder");
        let registry = PlayerRegistry::new(None);
        let random = "random".parse::<PlayerSpec>().expect("named").entrant(&registry).expect("named");
        for (planes, with_policy, options) in
            [(2, false, ""), (3, true, ":simulations=20"), (5, true, ":depth=2")]
        {
            let spec = spec(&place, "net.onnx", &graph(planes, "Tanh", with_policy), options);
            let entrant = spec.entrant(&registry).expect("a player");
            assert_eq!(entrant.identity().style, options.trim_start_matches(':'));
            let contest =
                Contest { first: &entrant, second: &random, openings: &[], pairs: 15, seed: 1, threads: 1 };
            let mut points = 0.0;
            contest.run(&false.into(), |pair| {
                points += pair.points_of_first();
                std::ops::ControlFlow::Continue(())
            });
            assert!(points > 16.0, "{planes} planes{options}: {points} of 30");
        }
    }

    #[test]
    fn the_value_is_that_of_the_graph() {
        let network = OnnxNetwork::new(graph(2, "Tanh", true)).expect("a network");
        assert_eq!(network.answer(Position::START).value, 0.0, "as many discs of both");
        let Some(placement) = Position::START.placement(outflank_rules::Square::D3) else { panic!("legal") };
        let after = Position::START.after(placement);
        let expected = ((1.0f32 - 4.0) * 0.01).tanh();
        assert!((network.answer(after).value - expected).abs() < 1e-6);
        let policy = network.answer(after).policy.expect("there");
        assert_eq!((policy.len(), policy[outflank_rules::Square::D3.index()]), (64, 0.5));
    }

    #[test]
    fn graphs_that_do_not_fit_are_refused_with_a_sentence() {
        let place = tempfile::tempdir().expect("a folder");
        let refusal = |bytes: &[u8], options: &str| {
            let spec = spec(&place, "net.onnx", bytes, options);
            spec.entrant(&PlayerRegistry::new(None)).expect_err("refused").to_string()
        };
        let unknown = refusal(&graph(2, "Frobnicate", false), "");
        assert!(unknown.contains("cannot be read") && unknown.contains("Frobnicate"), "{unknown}");
        let planes = refusal(&graph(4, "Tanh", false), "");
        assert!(planes.contains("the shape [1, 4, 8, 8], expected [batch, planes, 8, 8]"), "{planes}");
        let cut = graph(2, "Tanh", false);
        assert!(refusal(&cut[..cut.len() / 2], "").contains("cannot be read"));
        assert!(refusal(b"not a graph", "").contains("cannot be read"));
        assert!(refusal(&cut, ":negation").contains("neither inversion nor negation"));
    }
}
