// The whole game judged move by move, as it comes in: mistakes by class, each of which can be asked again before the
// answer is told, and why the better move is better.

import { announce, ask, element, events } from "../api.js";
import { NAMES } from "../words.js";
import { worth } from "./analysis.js";
import { whyParts } from "./why.js";

const find = (selector) => document.querySelector(selector);
const CLASSES = { slip: "slip, ?!", mistake: "mistake, ?", blunder: "blunder, ??" };

export class Review {
  /** `onAsk` is told a node whose move was a mistake, to be asked again. */
  constructor(bench, { onAsk, judge }) {
    this.bench = bench;
    this.onAsk = onAsk;
    this.judge = judge;
    this.running = null;
    this.of = null;
    this.form = find("#review-form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    find("#why-close").addEventListener("click", () => { find("#why").hidden = true; });
    bench.on("tree", () => this.list());
  }

  /** Nodes of the shown game that were judged as no good moves, in order. */
  get mistakes() {
    const judged = this.bench.shownLine.map((node) => [node, this.bench.judgedOf(node)]);
    return judged.filter(([, one]) => one && one.quality !== "good");
  }

  async start() {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const end = this.bench.node.end;
    const { path } = end;
    const game = this.bench.line(end);
    const progress = find("#review-progress");
    progress.max = Math.max(1, path.length - 1);
    progress.value = 0;
    progress.hidden = false;
    find("#review-problem").hidden = true;
    this.say("Judging from the end of the game…");
    try {
      const judge = { ...this.judge(), plies: Number(this.form.plies.value), exact: Number(this.form.exact.value) };
      for await (const { event, data } of events("/api/analysis", { game, judge }, running.signal)) {
        if (event === "problem") throw new Error(data);
        if (event !== "move") continue;
        const judged = JSON.parse(data);
        this.bench.judged.set(this.bench.key(path[judged.number]), judged);
        progress.value += 1;
        if (progress.value % 6 === 0) this.bench.tell("tree");
      }
      this.bench.tell("tree");
      this.sum();
      announce(`The game is judged. ${find("#review-summary").textContent}`);
    } catch (error) {
      if (error.name === "AbortError") return;
      find("#review-problem").textContent = error.message;
      find("#review-problem").hidden = false;
    } finally {
      if (this.running === running) {
        progress.hidden = true;
        this.running = null;
      }
    }
  }

  say(words) {
    find("#review-summary").textContent = words;
    find("#review-summary").hidden = !words;
  }

  /** The mistakes of the line that is shown. The answer is not told: one looks for it first. */
  list() {
    const items = this.mistakes.map(([node, judged]) => this.item(node, judged));
    find("#review-mistakes").replaceChildren(...items);
    if (!this.running) this.sum();
  }

  item(node, judged) {
    const { number, side, played, loss, quality } = judged;
    const jump = element("button", { className: "move", type: "button", text: `${number}. ${NAMES[side]} ${played.square}` });
    jump.addEventListener("click", () => this.bench.go(node));
    const again = element("button", { type: "button", className: "small", text: "Find better", "aria-label": `Find better than ${number}. ${played.square}` });
    again.addEventListener("click", () => this.onAsk(node));
    const why = element("button", { type: "button", className: "small", text: "Why", "aria-label": `Why ${number}. ${played.square} was a ${quality}` });
    why.addEventListener("click", () => this.tellWhy(node, judged));
    return element("li", { className: quality },
      element("span", { className: `dot ${side}`, "aria-hidden": "true" }),
      element("div", {}, jump, element("small", { text: CLASSES[quality] })),
      element("span", { className: "loss", text: `−${loss.toFixed(1)}`, title: "discs given away" }),
      again, why,
    );
  }

  async tellWhy(node, { played, best, number }) {
    const place = find("#why-content");
    find("#why").hidden = false;
    find("#why-title").textContent = `Why ${best.square} and not ${played.square}`;
    place.replaceChildren(element("p", { className: "hint", text: "Looking…" }));
    this.bench.go(node.parent);
    try {
      const judge = { ...this.judge(), plies: Number(this.form.plies.value), exact: Number(this.form.exact.value) };
      const why = await ask("/api/why", { game: this.bench.line(node.parent), played: played.square, better: best.square, judge });
      const exact = worth(played.discs, played.plies === null);
      place.replaceChildren(
        element("p", { className: "summary", text: `${number}. ${played.square} is worth ${exact}, ${best.square} ${worth(best.discs, best.plies === null)}.` }),
        ...whyParts(why, { onLine: (line) => this.playLine(node.parent, line) }),
      );
      announce(why.sentences.join(" "));
    } catch (error) {
      place.replaceChildren(element("p", { className: "wrong", text: error.message }));
    }
  }

  /** Puts a line into the game as a variation and shows its first move. */
  async playLine(from, line) {
    await this.bench.go(from);
    for (const square of line) {
      if (!(await this.bench.play(square, { cause: "step" }))) return;
    }
    await this.bench.go(this.bench.tree.find(from.moves + line[0]));
  }

  sum() {
    const judged = this.bench.shownLine.map((node) => this.bench.judgedOf(node)).filter(Boolean);
    if (judged.length === 0) {
      this.say("");
      return;
    }
    const part = (side) => {
      const own = judged.filter((move) => move.side === side);
      const given = own.reduce((sum, move) => sum + move.loss, 0);
      const of = (kind) => own.filter((move) => move.quality === kind).length;
      const counted = (number, one, many) => `${number} ${number === 1 ? one : many}`;
      return `${NAMES[side]} gave away ${given.toFixed(0)} discs in ${own.length} moves: ${counted(of("blunder"), "blunder", "blunders")}, ${counted(of("mistake"), "mistake", "mistakes")}, ${counted(of("slip"), "slip", "slips")}.`;
    };
    this.say(`${part("black")} ${part("white")}`);
  }
}
