// How positions and numbers are put into words.

export const NAMES = { black: "Black", white: "White" };

/** A number of discs with its sign. */
export function signed(discs) {
  const digits = Number.isInteger(discs) ? 0 : 1;
  return discs > 0 ? `+${discs.toFixed(digits)}` : `${discs.toFixed(digits)}`.replace("-", "−");
}

/** An estimate: always with a decimal, as whole numbers are what is proven. */
export function estimate(discs) {
  return `${discs > 0 ? "+" : ""}${discs.toFixed(1)}`.replace("-", "−");
}

/** What was played last. */
export function lastWords(frame) {
  if (!frame.last) return "";
  const flips = frame.last.flips.length;
  return `${NAMES[frame.last.side]} plays ${frame.last.square} and turns ${flips === 1 ? "1 disc" : `${flips} discs`}.`;
}

/** How a game ended. */
export function resultWords(frame) {
  const { winner, margin } = frame.result;
  const score = `${frame.black} to ${frame.white}`;
  return winner ? `${NAMES[winner]} wins by ${margin}, ${score}.` : `A draw, ${score}.`;
}

/** Who passed before this position, if anybody. */
export function passWords(frame) {
  return frame.passed ? `${NAMES[frame.passed]} has no move and passes. ` : "";
}

/** Where worths come from, in a line. */
export function originWords(answer, judge) {
  const { values, games } = answer;
  if (values.length === 0) return "";
  if (values.every((value) => value.plies === null)) return "In discs, exact: both sides play their best to the end.";
  const error = Math.max(...values.map((value) => value.error)).toFixed(0);
  const expected = `In discs, expected by ${judge.evaluator} from ${judge.plies} plies, usual error ±${error} discs`;
  return games === null
    ? `${expected} (measured on solved positions).`
    : `${expected} (how ${games} of its own games ended, by which its unit was turned into discs).`;
}
