// The graph of a game below the board, by which it is stepped through: what was expected for Black after each move, as
// far as it was judged, over the discs that Black was ahead. What is proven is a solid line, what is expected a dashed one.

import { estimate, signed } from "../words.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 640;
const HEIGHT = 104;
const EDGE = { left: 36, right: 6, top: 6, bottom: 6 };

function make(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

export class Graph {
  /** `onStep` is told the place in the line that was chosen. */
  constructor(place, { onStep }) {
    this.place = place;
    this.onStep = onStep;
    this.length = 0;
    this.at = 0;
    place.tabIndex = 0;
    place.setAttribute("role", "slider");
    place.setAttribute("aria-label", "Moves of the game");
    place.setAttribute("aria-valuemin", 0);
    const chosen = (event) => {
      const { left, width } = place.getBoundingClientRect();
      const x = ((event.clientX - left) / width) * WIDTH;
      const share = (x - EDGE.left) / (WIDTH - EDGE.left - EDGE.right);
      return Math.round(Math.min(1, Math.max(0, share)) * this.span);
    };
    const step = (event) => {
      const to = Math.min(chosen(event), this.length);
      if (to !== this.at) this.onStep(to);
    };
    place.addEventListener("pointerdown", (event) => {
      place.setPointerCapture(event.pointerId);
      step(event);
    });
    place.addEventListener("pointermove", (event) => { if (place.hasPointerCapture(event.pointerId)) step(event); });
  }

  get span() {
    return Math.max(60, this.length);
  }

  x(number) {
    return EDGE.left + (number / this.span) * (WIDTH - EDGE.left - EDGE.right);
  }

  /** Draws a line of positions: for each the discs that Black is ahead and what was judged, if it was. */
  draw(points, at) {
    this.length = points.length - 1;
    this.at = at;
    const heights = points.flatMap(({ judged, discs }) => [judged?.black ?? 0, discs ?? 0]);
    const most = Math.max(16, ...heights.map((height) => Math.ceil(Math.abs(height))));
    const y = (value) => EDGE.top + ((most - value) / (2 * most)) * (HEIGHT - EDGE.top - EDGE.bottom);
    const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    make("rect", { class: "ground", x: EDGE.left, y: 0, width: WIDTH - EDGE.left - EDGE.right, height: HEIGHT, rx: 4 }, svg);
    const known = points.map(({ discs }, index) => (discs === null ? null : [this.x(index), y(discs)])).filter(Boolean);
    if (known.length > 1) {
      const area = [...known, [known.at(-1)[0], y(0)], [known[0][0], y(0)]];
      make("polygon", { class: "discs", points: area.map((point) => point.join(",")).join(" ") }, svg);
    }
    make("line", { class: "even", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(0), y2: y(0) }, svg);
    this.curve(svg, points, y);
    this.marks(svg, points, y);
    make("line", { class: "cursor", x1: this.x(at), x2: this.x(at), y1: 0, y2: HEIGHT }, svg);
    this.place.replaceChildren(svg, ...this.scale(most));
    this.place.setAttribute("aria-valuemax", this.length);
    this.place.setAttribute("aria-valuenow", at);
    const judged = points[at]?.judged;
    const said = judged ? `, ${judged.played.plies === null ? signed(judged.black) : estimate(judged.black)} for Black` : "";
    this.place.setAttribute("aria-valuetext", `${at} of ${this.length}${said}`);
  }

  curve(svg, points, y) {
    let run = [];
    let kind = null;
    const finish = () => {
      if (run.length > 1) make("polyline", { class: kind, points: run.map((point) => point.join(",")).join(" ") }, svg);
    };
    points.forEach(({ judged }, index) => {
      if (!judged) return;
      const point = [this.x(index), y(judged.black)];
      const next = judged.played.plies === null ? "proven" : "expected";
      if (next !== kind) {
        finish();
        // The two parts meet where the first one ends.
        run = run.length > 0 ? [run.at(-1)] : [];
        kind = next;
      }
      run.push(point);
    });
    finish();
  }

  marks(svg, points, y) {
    points.forEach(({ judged }, index) => {
      if (!judged || judged.quality === "good") return;
      const [x, at] = [this.x(index), y(judged.black)];
      if (judged.quality === "slip") make("circle", { class: "slip", cx: x, cy: at, r: 3.2 }, svg);
      else make("path", { class: judged.quality, d: `M${x - 5},${at + 4} L${x + 5},${at + 4} L${x},${at - 5} Z` }, svg);
    });
  }

  scale(most) {
    return [[`+${most}`, "top"], [`−${most}`, "bottom"]].map(([text, where]) => {
      const label = document.createElement("span");
      label.className = `scale at-${where}`;
      label.textContent = text;
      return label;
    });
  }
}
