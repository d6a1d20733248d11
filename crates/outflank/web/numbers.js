// Numbers as people read them.

import { element } from "./api.js";

/** A whole number with commas. */
export function count(number) {
  return number.toLocaleString("en");
}

/** A number of any size, with about four digits. */
export function measure(number) {
  if (number === 0) return "0";
  return Math.abs(number) < 0.001 || Math.abs(number) >= 1e6 ? number.toExponential(2) : String(Number(number.toPrecision(4)));
}

/** A score in per cent with its interval, as nodes. */
export function score(league) {
  if (!league) return ["–"];
  const percent = (share) => (100 * share).toFixed(0);
  return [`${percent(league.score)} % `, element("small", { text: `${percent(league.low)}–${percent(league.high)}` })];
}
