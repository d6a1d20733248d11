// The position on the board, searched while one watches: lines, values on squares, the evaluation bar. Two judges can be
// heard side by side.

import { element, events } from "../api.js";
import { count } from "../numbers.js";
import { NAMES, estimate, signed } from "../words.js";

const find = (selector) => document.querySelector(selector);

/** So many lines are listed; all of them are on the squares. */
const LISTED = 8;

/** What a loss is called. */
export function quality(loss) {
  if (loss >= 12) return "blunder";
  if (loss >= 6) return "mistake";
  return loss >= 2 ? "slip" : "good";
}

/** A value as it is written: whole numbers are what is proven. */
export function worth(discs, isExact) {
  return isExact ? signed(discs) : estimate(discs);
}

/** A value with its error, as it is heard. */
function withError({ discs, error }, origin) {
  if (origin === "exact") return `${signed(discs)}, exact`;
  return error === null ? estimate(discs) : `${estimate(discs)} ± ${error.toFixed(1)}`;
}

export class Analysis {
  /** `onLine` is told the squares of a line that was chosen; `onValues` that other values are there. */
  constructor(bench, { onLine, onValues, mayLook }) {
    this.bench = bench;
    this.onLine = onLine;
    this.onValues = onValues;
    this.mayLook = mayLook;
    this.isOn = false;
    /** From so many empty squares on the end is solved. */
    this.exact = 20;
    this.known = new Map();
    this.rows = new Map();
    this.running = null;
    this.form = find("#search-form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.toggle();
    });
    this.form.addEventListener("change", () => {
      this.known.clear();
      this.look();
    });
    bench.on("position", () => this.look());
  }

  toggle(isOn = !this.isOn) {
    this.isOn = isOn;
    find("#search-toggle").textContent = isOn ? "Stop" : "Start";
    this.look();
  }

  /** What the first judge says of the position that is shown, if it was heard. */
  get step() {
    return this.known.get(this.keys()[0]) ?? null;
  }

  keys() {
    const { evaluator, second, lines } = this.form;
    const position = this.bench.key(this.bench.node);
    return [evaluator.value, second.value].filter(Boolean).map((judge) => `${judge}|${lines.value}|${position}`);
  }

  /** Listens to the judges on the position that is shown, if that is wanted. */
  look() {
    this.running?.abort();
    this.running = null;
    this.problem = null;
    this.rows.clear();
    const { frame } = this.bench;
    this.draw();
    if (!this.isOn || !frame || frame.result || !this.mayLook()) return;
    const running = new AbortController();
    this.running = running;
    const keys = this.keys();
    const asked = keys.filter((key) => !this.known.get(key)?.isDone);
    const listening = asked.map((key) => this.listen(key, running));
    Promise.allSettled(listening).then(() => {
      if (this.running !== running) return;
      this.running = null;
      this.draw();
    });
    // One who only steps through a game has not asked for a search of each position.
    this.draw();
  }

  async listen(key, running) {
    const [evaluator] = key.split("|");
    // Whoever steps quickly does not want to know what lies between.
    await new Promise((resolve) => { setTimeout(resolve, 120); });
    if (running.signal.aborted) return;
    const question = {
      game: this.bench.line(),
      evaluator,
      lines: Number(this.form.lines.value),
      seconds: Number(this.form.seconds.value),
      exact: this.exact,
    };
    try {
      for await (const { event, data } of events("/api/search", question, running.signal)) {
        if (event === "depth") {
          this.known.set(key, { ...JSON.parse(data), isDone: false });
          this.draw();
        }
        if (event === "problem") throw new Error(data);
        if (event === "done" && this.known.has(key)) this.known.get(key).isDone = true;
      }
    } catch (error) {
      if (error.name === "AbortError") return;
      this.problem = error.message;
      this.draw();
    }
  }

  /** The values for the squares of the board. */
  get values() {
    const { step } = this;
    if (!step) return null;
    const best = step.lines[0]?.discs;
    const isExact = step.origin === "exact";
    return step.lines.map(({ square, discs, error }) => ({
      square,
      text: worth(discs, isExact),
      best: discs === best,
      exact: isExact,
      quality: quality(best - discs),
      words: `worth ${withError({ discs, error }, step.origin)} discs`,
    }));
  }

  /** What is expected for Black, and whether it is proven; null if nobody has said. */
  get forBlack() {
    const { step } = this;
    if (!step?.lines.length) return null;
    const { discs } = step.lines[0];
    return { discs: this.bench.frame.mover === "black" ? discs : -discs, isExact: step.origin === "exact" };
  }

  draw() {
    const [first, second] = this.keys().map((key) => this.known.get(key) ?? null);
    const table = find("#search-lines table");
    table.hidden = !first;
    const hasSecond = Boolean(this.form.second.value);
    for (const cell of table.querySelectorAll("thead .second")) {
      cell.hidden = !hasSecond;
      cell.textContent = this.form.second.value;
    }
    const rows = (first?.lines ?? []).slice(0, LISTED).map((line) => this.row(line, first, hasSecond ? second : undefined));
    const body = table.querySelector("tbody");
    if (rows.length !== body.children.length || rows.some((row, index) => row !== body.children[index])) body.replaceChildren(...rows);
    find("#search-status").textContent = this.problem ?? this.statusWords(first);
    find("#search-origin").textContent = this.originWords(first);
    this.onValues();
  }

  /** The row of a move. It stays the same element while values come in, so that a click on it is not lost. */
  row(line, step, second) {
    const key = `${this.keys().join()}|${line.square}`;
    const row = this.rows.get(key) ?? this.newRow(key, line.square);
    const best = step.lines[0].discs;
    row.line = line.line;
    row.head.className = line.discs === best ? "best" : "";
    row.value.className = `number worth ${quality(best - line.discs)}`;
    row.value.replaceChildren(worth(line.discs, step.origin === "exact"));
    if (step.origin !== "exact" && line.error !== null) row.value.append(element("small", { text: ` ±${line.error.toFixed(1)}` }));
    row.other.hidden = second === undefined;
    const other = second?.lines.find(({ square }) => square === line.square);
    row.other.textContent = other ? worth(other.discs, second.origin === "exact") : "…";
    row.rest.textContent = line.line.slice(1).join(" ") || "–";
    return row.element;
  }

  newRow(key, square) {
    const row = { line: [square] };
    const play = element("button", { type: "button", className: "link", text: square, "aria-label": `Play ${square}` });
    play.addEventListener("click", () => this.onLine([square]));
    row.rest = element("button", { type: "button", className: "line", title: "Put this line into the game" });
    row.rest.addEventListener("click", () => this.onLine(row.line));
    row.head = element("th", { scope: "row" }, play);
    row.value = element("td");
    row.other = element("td", { className: "number" });
    row.element = element("tr", {}, row.head, row.value, row.other, element("td", {}, row.rest));
    this.rows.set(key, row);
    return row;
  }

  statusWords(step) {
    const { frame } = this.bench;
    if (frame?.result) return "The game is over.";
    if (!step) return this.running ? "Searching…" : "";
    const depth = { searched: `${step.plies} plies`, end: "to the end, not quite sure", exact: "solved" }[step.origin];
    const parts = [depth];
    if (step.nodes !== null) {
      parts.push(`${count(step.nodes)} nodes`);
      if (step.seconds >= 0.05) parts.push(`${count(Math.round(step.nodes / step.seconds / 1000))} k a second`);
    }
    parts.push(`${step.seconds.toFixed(1)} s`);
    return `${this.running ? "● " : ""}${parts.join(" · ")}`;
  }

  originWords(step) {
    const { frame, info, node } = this.bench;
    const said = [];
    if (step) {
      const judge = this.form.evaluator.value;
      said.push({
        exact: "Exact: both sides play their best to the end.",
        end: "To the end of the game, with cuts that are not quite sure.",
        searched: step.games === null
          ? `Discs for ${NAMES[frame.mover]}, by ${judge}; ± is the usual error, measured on solved positions.`
          : `Discs for ${NAMES[frame.mover]}, by ${judge}; ± is how far its own ${step.games} games ended from that.`,
      }[step.origin]);
    }
    if (frame && frame.book !== null && frame.book !== undefined) said.push(`Book: ${frame.opening} is worth ${estimate(frame.book)} to Black.`);
    const empties = frame ? 64 - frame.black - frame.white : 0;
    if (info.best_discs != null && info.best_from === empties && node.isMain) {
      said.push(`Database: ${signed(2 * info.best_discs - 64)} for Black in best play from here.`);
    }
    return said.join(" ");
  }
}
