// Curves on a page: strength over what was spent. Only what was measured is drawn: a point for each measurement, a straight
// line from one to the next, and a band between the ends of the intervals.

import { element } from "./api.js";
import { count, signed } from "./numbers.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = { width: 880, height: 440, left: 62, right: 132, top: 14, bottom: 46 };
const NARROW = { width: 440, height: 360, left: 52, right: 96, top: 12, bottom: 44 };

/** An element of a picture. */
function draw(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Numbers at round distances that cover a range, about so many. */
export function ticks(low, high, about = 6) {
  const raw = (high - low) / about || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= raw);
  const made = [];
  for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + step * 1e-9; tick += step) {
    made.push(Math.abs(tick) < step * 1e-9 ? 0 : Number(tick.toPrecision(12)));
  }
  return made;
}

/** A number on an axis, short. */
export function short(number) {
  const size = Math.abs(number);
  if (size >= 1e6) return `${Number((number / 1e6).toPrecision(4))} M`;
  if (size >= 1e4) return `${Number((number / 1e3).toPrecision(4))} k`;
  return String(number).replace("-", "−");
}

/**
 * Draws curves into an element.
 *
 * `series` are `{ name, points: [{ x, y, low, high, label }], band, quiet }`, `references` `{ name, y }`;
 * `onPick` is told the series and the point that somebody chose.
 */
export function chart(place, { series, references = [], x, y, onPick = null, chosen = null }) {
  const shown = series.filter(({ points }) => points.length > 0);
  if (shown.length === 0) {
    place.replaceChildren(element("p", { className: "hint", text: "Nothing has been measured yet." }));
    return;
  }
  const all = shown.flatMap(({ points }) => points);
  const [lowX, highX] = [0, Math.max(...all.map((point) => point.x)) || 1];
  let [lowY, highY] = [Math.min(0, ...all.map((point) => point.low ?? point.y)), Math.max(...all.map((point) => point.high ?? point.y))];
  const reach = Math.max(1, highY - lowY);
  lowY -= reach * 0.04;
  highY += reach * 0.06;
  // Where there is little room the picture is smaller and its words are not.
  const { width, height, left, right, top, bottom } = place.clientWidth > 0 && place.clientWidth < 560 ? NARROW : WIDE;
  const toX = (value) => left + ((value - lowX) / (highX - lowX)) * (width - left - right);
  const toY = (value) => height - bottom - ((value - lowY) / (highY - lowY)) * (height - top - bottom);
  const at = (point) => `${toX(point.x).toFixed(2)},${toY(point.y).toFixed(2)}`;
  const picture = draw("svg", {
    class: "curve", viewBox: `0 0 ${width} ${height}`, role: "img", "data-low-x": lowX, "data-high-x": highX, "data-low-y": lowY, "data-high-y": highY,
  });
  picture.append(draw("title", {}, `${y} over ${x}: ${shown.map((one) => one.name).join(", ")}`));

  for (const tick of ticks(lowY, highY)) {
    picture.append(draw("line", { class: "grid-line", x1: left, x2: width - right, y1: toY(tick), y2: toY(tick) }));
    picture.append(draw("text", { class: "tick", x: left - 8, y: toY(tick) + 4, "text-anchor": "end" }, short(tick)));
  }
  for (const tick of ticks(lowX, highX, width < 600 ? 3 : 6)) {
    picture.append(draw("line", { class: "grid-line", x1: toX(tick), x2: toX(tick), y1: height - bottom, y2: height - bottom + 5 }));
    picture.append(draw("text", { class: "tick", x: toX(tick), y: height - bottom + 20, "text-anchor": "middle" }, short(tick)));
  }
  picture.append(draw("text", { class: "axis", x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, x));
  picture.append(draw("text", { class: "axis", x: 14, y: (top + height - bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 14 ${(top + height - bottom) / 2})` }, y));

  // Those whose names would stand on each other's are left out.
  let last = Infinity;
  for (const { name, y: elo } of [...references].sort((a, b) => a.y - b.y)) {
    if (elo < lowY || elo > highY || last - toY(elo) < 14) continue;
    last = toY(elo);
    picture.append(draw("line", { class: "reference", x1: left, x2: width - right, y1: last, y2: last }));
    picture.append(draw("text", { class: "reference-name", x: width - right + 6, y: last + 4 }, shortened(name, right)));
  }

  shown.forEach((one, index) => {
    const group = draw("g", { class: `series hue-${index % 8}${one.quiet ? " quiet" : ""}`, "data-series": one.name });
    const { points } = one;
    if (points.length > 1 && points.every((point) => Number.isFinite(point.low) && Number.isFinite(point.high)) && !one.quiet) {
      const upper = points.map((point) => `${toX(point.x).toFixed(2)},${toY(point.high).toFixed(2)}`);
      const lower = points.map((point) => `${toX(point.x).toFixed(2)},${toY(point.low).toFixed(2)}`).reverse();
      group.append(draw("polygon", { class: "band", points: [...upper, ...lower].join(" ") }));
    }
    if (points.length > 1) group.append(draw("polyline", { class: "line", points: points.map(at).join(" ") }));
    for (const point of points) {
      const isChosen = chosen !== null && point.x === chosen;
      const dot = draw("circle", { class: `dot${isChosen ? " chosen" : ""}`, cx: toX(point.x).toFixed(2), cy: toY(point.y).toFixed(2), r: isChosen ? 6 : 3.5, "data-x": point.x, "data-y": point.y });
      dot.append(draw("title", {}, point.label));
      if (onPick) dot.addEventListener("click", () => onPick(one, point));
      group.append(dot);
    }
    picture.append(group);
  });
  place.replaceChildren(picture, legend(shown), table(shown, x, y));
}

function legend(series) {
  if (series.length < 2) return "";
  return element("ul", { className: "legend" }, ...series.map((one, index) =>
    element("li", { className: `hue-${index % 8}` }, element("span", { className: "swatch", "aria-hidden": "true" }), one.name)));
}

/** The same as numbers, for those who do not see it. */
function table(series, x, y) {
  const rows = series.flatMap((one) => one.points.map((point) =>
    element("tr", {}, ...[one.name, count(Number(point.x.toFixed(2))), point.y.toFixed(1), point.low?.toFixed(1) ?? "–", point.high?.toFixed(1) ?? "–"]
      .map((text, index) => element("td", { className: index ? "number" : "", text })))));
  const heads = ["Curve", x, y, "Low", "High"].map((text, index) => element("th", { text, scope: "col", className: index ? "number" : "" }));
  return element("details", { className: "numbers" }, element("summary", { text: "The numbers" }),
    element("div", { className: "scroll", tabindex: "0", role: "group", "aria-label": "The numbers" },
      element("table", { className: "data" }, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows))));
}

/** What the axis says, and the curve over it, from the points of the server. */
export const AXES = { games: "games", seconds: "seconds of the processor" };

/** The points of a curve over games or seconds; those whose seconds are unknown are not drawn over seconds. */
export function pointsOver(axis, rows, unit = "games") {
  return rows
    .filter((row) => row[axis] !== null)
    .map((row) => ({
      x: row[axis], y: row.elo, low: row.low, high: row.high, games: row.games,
      label: `${count(row.games)} games${row.seconds === null ? "" : `, ${row.seconds.toFixed(1)} s`}: ${signed(row.elo)} Elo, ${signed(row.low)} to ${signed(row.high)}${row.rests_on === null ? "" : `, from ${count(row.rests_on)} ${unit}`}`,
    }));
}

/** The axis that is chosen on the page. */
export function chosenAxis() {
  return document.querySelector("input[name=axis]:checked")?.value ?? "games";
}

/** A name that fits into so many units. */
function shortened(name, width) {
  const most = Math.floor((width - 6) / 6.6);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
