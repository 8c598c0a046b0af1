//! The increments of TD(λ).

/// A position that a seat left to the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Increment {
    /// The predicted win chance there.
    pub value: f64,
    /// The next prediction, or the result, minus `value`.
    pub error: f64,
    /// What the error adds to the weights: of the terms here and, less, at the positions before.
    pub change: Vec<f64>,
}

/// The win chance for these inputs.
fn chance(weights: &[f64], inputs: &[f64]) -> f64 {
    let sum: f64 = weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum();
    1.0 / (1.0 + libm::exp(-sum))
}

/// The increments of TD(λ) from one seat's positions, each the inputs of the weights, and its result from 0 to 1.
pub fn increments(
    path: &[Vec<f64>],
    result: f64,
    weights: &[f64],
    rate: f64,
    lambda: f64,
) -> Vec<Increment> {
    let values: Vec<f64> = path.iter().map(|inputs| chance(weights, inputs)).collect();
    let mut trace = vec![0.0; weights.len()];
    let step = |(t, inputs): (usize, &Vec<f64>)| {
        let value = values[t];
        let error = values.get(t + 1).copied().unwrap_or(result) - value;
        for (trace, input) in trace.iter_mut().zip(inputs) {
            *trace = lambda * *trace + value * (1.0 - value) * input;
        }
        let change = trace.iter().map(|trace| rate * error * trace).collect();
        Increment { value, error, change }
    };
    path.iter().enumerate().map(step).collect()
}
