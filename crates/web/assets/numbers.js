// Numbers as people read them.

import { element } from "./api.js";

/** A whole number with commas. */
export function count(number) {
  return number.toLocaleString("en");
}

/** What is typed as a whole number. Anything else goes as it is, and is refused with a sentence. */
export function whole(text) {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** A number of any size, with about four digits. */
export function measure(number) {
  if (number === 0) return "0";
  return Math.abs(number) < 0.001 || Math.abs(number) >= 1e6 ? number.toExponential(2) : String(Number(number.toPrecision(4)));
}

/** A time in seconds, roughly, as people say it. */
export function span(seconds) {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} days`;
}

/** A rating with its sign, to the nearest whole number. */
export function signed(elo) {
  const whole = Math.round(elo);
  return `${whole > 0 ? "+" : ""}${whole}`.replace("-", "−");
}

/** A place on the ladder in Elo with its interval, as nodes. */
export function place(interval) {
  if (!interval) return ["–"];
  return [`${signed(interval.elo)} `, element("small", { text: `${signed(interval.low)} to ${signed(interval.high)}` })];
}
