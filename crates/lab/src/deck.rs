//! When a drill is asked again: spaced repetition.
//!
//! What is kept of a drill are its answers; when it is due follows from them, each time anew. The model has two numbers
//! for each drill: its *stability*, the days after which it is remembered with 90 %, and its *difficulty*, from 1 to 10.
//! An answer is right or wrong, nothing finer.
// CITE: FSRS version 4.5 of Jarrett Ye and the open-spaced-repetition project, with its published usual parameters. The
// crate `fsrs` brings a whole library for training along, of which nothing is needed here.

/// A day, in seconds.
const DAY: f64 = 86_400.0;

/// After a wrong answer it is asked again so soon, in seconds.
const SOON: i64 = 600;

/// Usual parameters: w₀ … w₁₆.
const W: [f64; 17] = [
    0.4872, 1.4003, 3.7145, 13.8206, 5.1618, 1.2298, 0.8975, 0.031, 1.6474, 0.1367, 1.0461, 2.1072, 0.0793,
    0.3246, 1.587, 0.2272, 2.8755,
];

/// The exponent of forgetting, and the factor that makes stability the time of 90 %.
const DECAY: f64 = -0.5;
const FACTOR: f64 = 19.0 / 81.0;

/// An answer to a drill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrillAnswer {
    /// When, in seconds since 1970.
    pub answered: i64,
    /// Whether it was right.
    pub is_right: bool,
}

/// What is remembered of a drill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// The days after which it is remembered with 90 %.
    pub stability: f64,
    /// From 1 to 10.
    pub difficulty: f64,
    /// When it is to be asked next, in seconds since 1970.
    pub due: i64,
}

impl Memory {
    /// What follows from some answers, the first one first; `None` without any.
    pub fn of(answers: &[DrillAnswer]) -> Option<Self> {
        let (first, rest) = answers.split_first()?;
        let grade = |answer: &DrillAnswer| if answer.is_right { 3.0 } else { 1.0 };
        let mut stability = if first.is_right { W[2] } else { W[0] };
        let mut difficulty = first_difficulty(grade(first));
        let mut last = *first;
        for answer in rest {
            let days = (answer.answered - last.answered).max(0) as f64 / DAY;
            let recalled = (1.0 + FACTOR * days / stability).powf(DECAY);
            stability = match answer.is_right {
                true => recalled_stability(stability, difficulty, recalled),
                false => forgotten_stability(stability, difficulty, recalled).min(stability),
            };
            difficulty = next_difficulty(difficulty, grade(answer));
            last = *answer;
        }
        let wait = if last.is_right { (stability * DAY) as i64 } else { SOON };
        Some(Self { stability, difficulty, due: last.answered + wait })
    }
}

fn first_difficulty(grade: f64) -> f64 {
    (W[4] - W[5] * (grade - 3.0)).clamp(1.0, 10.0)
}

fn next_difficulty(difficulty: f64, grade: f64) -> f64 {
    let changed = difficulty - W[6] * (grade - 3.0);
    // Drawn a little towards that of something easy, so that no drill stays hard for ever.
    (W[7] * first_difficulty(4.0) + (1.0 - W[7]) * changed).clamp(1.0, 10.0)
}

fn recalled_stability(stability: f64, difficulty: f64, recalled: f64) -> f64 {
    let growth =
        W[8].exp() * (11.0 - difficulty) * stability.powf(-W[9]) * ((W[10] * (1.0 - recalled)).exp() - 1.0);
    stability * (1.0 + growth)
}

fn forgotten_stability(stability: f64, difficulty: f64, recalled: f64) -> f64 {
    W[11] * difficulty.powf(-W[12]) * ((stability + 1.0).powf(W[13]) - 1.0) * (W[14] * (1.0 - recalled)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(list: &[(f64, bool)]) -> Vec<DrillAnswer> {
        list.iter().map(|&(day, is_right)| DrillAnswer { answered: (day * DAY) as i64, is_right }).collect()
    }

    fn days(list: &[(f64, bool)]) -> f64 {
        let answers = answers(list);
        let memory = Memory::of(&answers).expect("answers");
        (memory.due - answers.last().expect("one").answered) as f64 / DAY
    }

    #[test]
    fn what_was_wrong_comes_back_soon_and_what_was_right_later_and_later() {
        assert_eq!(Memory::of(&[]), None);
        let wrong = Memory::of(&answers(&[(0.0, false)])).expect("an answer");
        assert_eq!(wrong.due, SOON);
        // As published: a first answer that is right lasts 3.7 days, and answers in time make it last longer each time.
        assert!((days(&[(0.0, true)]) - 3.7145).abs() < 1e-3);
        let (mut list, mut waits, mut now) = (Vec::new(), Vec::new(), 0.0);
        for _ in 0..5 {
            list.push((now, true));
            waits.push(days(&list));
            now += waits.last().expect("a wait");
        }
        assert!(waits.windows(2).all(|pair| pair[1] > 1.5 * pair[0]), "{waits:?}");
        assert!(waits[4] > 100.0, "{waits:?}");
    }

    #[test]
    fn a_lapse_costs_most_of_what_was_learned() {
        let learned = [(0.0, true), (4.0, true), (18.0, true)];
        let before = Memory::of(&answers(&learned)).expect("answers");
        let mut lapsed = learned.to_vec();
        lapsed.push((70.0, false));
        let after = Memory::of(&answers(&lapsed)).expect("answers");
        assert!(after.stability < before.stability / 3.0 && after.difficulty > before.difficulty);
        // Answered again right after the lapse, it waits less than before it.
        lapsed.push((70.01, true));
        assert!(days(&lapsed) < before.stability);
    }

    #[test]
    fn a_hand_computed_step() {
        // Right at once (S = 3.7145, D = 5.1618), and right after 3.7145 days, when it is remembered with 90 %:
        // growth e^1.6474 · 5.8382 · 3.7145^−0.1367 · (e^0.10461 − 1) = 5.1934 · 5.8382 · 0.8358 · 0.110278.
        let memory = Memory::of(&answers(&[(0.0, true), (3.7145, true)])).expect("answers");
        let expected = 3.7145 * (1.0 + 5.1934 * 5.8382 * 0.8358 * 0.110_278);
        assert!((memory.stability - expected).abs() < 0.01, "{} {expected}", memory.stability);
    }
}
