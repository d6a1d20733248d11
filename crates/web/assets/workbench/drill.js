// Drills: a position is shown, and a better move is looked for. Wrong answers go into the deck, which asks again.

import { announce, ask, element } from "../api.js";
import { NAMES } from "../words.js";
import { quality, worth } from "./analysis.js";
import { Tree } from "./tree.js";
import { whyParts } from "./why.js";

const find = (selector) => document.querySelector(selector);

function soon(seconds) {
  if (seconds < 90) return "now";
  if (seconds < 5400) return `in ${Math.round(seconds / 60)} minutes`;
  if (seconds < 129600) return `in ${Math.round(seconds / 3600)} hours`;
  return `in ${Math.round(seconds / 86400)} days`;
}

export class Drill {
  /** `board` shows values; `onBegin` and `onEnd` are told when the board is a question and when it is a board again. */
  constructor(bench, { board, review, onBegin, onEnd }) {
    this.bench = bench;
    this.board = board;
    this.review = review;
    this.onBegin = onBegin;
    this.onEnd = onEnd;
    this.now = null;
    this.queue = [];
    this.before = null;
    find("#drill-deck").addEventListener("click", () => this.fromDeck());
    find("#drill-game").addEventListener("click", () => this.fromGame());
    find("#drill-library").addEventListener("click", () => this.draw("library"));
    find("#drill-endgame").addEventListener("click", () => this.draw("endgames"));
    find("#drill-show").addEventListener("click", () => this.show());
    find("#drill-next").addEventListener("click", () => this.next());
    find("#drill-line").addEventListener("click", () => this.playOut());
    find("#drill-end").addEventListener("click", () => this.end());
  }

  get isOn() {
    return this.now !== null;
  }

  /** Whether the answer is still looked for. */
  get isOpen() {
    return this.now !== null && !this.now.isOver;
  }

  /** The deck as it stands. */
  async list() {
    try {
      const { due, drills } = await ask("/api/drills");
      this.deck = drills;
      find("#drill-deck").disabled = drills.length === 0;
      find("#drill-deck").textContent = due > 0 ? `Repeat what is due: ${due}` : "Repeat the deck";
      find("#drill-due").textContent = drills.length === 0 ? "The deck is empty" : `${drills.length} in the deck, ${due} due`;
      find("#deck").replaceChildren(...drills.slice(0, 50).map((drill) => this.item(drill)));
    } catch (error) {
      find("#drill-due").textContent = error.message;
    }
  }

  item(drill) {
    const open = element("button", { type: "button", className: "move", text: drill.origin || "A position" });
    open.addEventListener("click", () => this.begin([this.ofDeck(drill)]));
    const about = `${NAMES[drill.mover]} to move · ${drill.right} of ${drill.answers} right · ${soon(drill.due_in)}`;
    const remove = element("button", { type: "button", className: "small", text: "Remove", "aria-label": `Remove “${drill.origin}” from the deck` });
    remove.addEventListener("click", async () => {
      await ask(`/api/drills/${drill.id}`, undefined, { method: "DELETE" });
      this.list();
    });
    return element("li", {}, element("div", {}, open, element("small", { text: about })), remove);
  }

  ofDeck({ start, origin, played }) {
    return { game: { start, moves: "" }, origin, played };
  }

  fromDeck() {
    const due = this.deck.filter((drill) => drill.due_in === 0);
    this.begin((due.length > 0 ? due : this.deck).map((drill) => this.ofDeck(drill)));
  }

  /** The mistakes of the game on the board, each asked again. */
  fromGame(nodes = this.review.mistakes.map(([node]) => node)) {
    if (nodes.length === 0) {
      this.say("Judge the game first: its mistakes are asked here.", "");
      find("#drill-now").hidden = false;
      return;
    }
    this.begin(nodes.map((node) => this.ofNode(node)));
  }

  ofNode(node) {
    const { black, white, title } = this.bench.info;
    const names = title ?? (black || white ? `${black ?? "?"} – ${white ?? "?"}` : "A game");
    return { game: this.bench.line(node.parent), origin: `${names}, move ${node.number}`.slice(0, 200), played: node.square };
  }

  async draw(from) {
    this.say("Looking for a position…", "");
    find("#drill-now").hidden = false;
    try {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0];
      const { start, origin, played, exact } = await ask("/api/drills", { from, seed });
      this.begin([{ game: { start, moves: "" }, origin, played: null, wasPlayed: played, exact, from }]);
    } catch (error) {
      this.say(error.message, "");
      // The library is made ready when it is first asked for.
      if (error.passing) setTimeout(() => this.draw(from), 1000);
    }
  }

  begin(questions) {
    this.before ??= this.bench.snapshot();
    this.queue = questions;
    this.next();
  }

  async next() {
    const question = this.queue.shift();
    if (!question) {
      const { from } = this.now ?? {};
      if (from) this.draw(from);
      else this.end();
      return;
    }
    this.now = { ...question, tries: 0, isOver: false, verdict: null };
    this.onBegin();
    const { start = null, moves } = question.game;
    const tree = Tree.fromText(moves, start);
    await this.bench.open(tree, { info: { title: question.origin, isDrill: true }, at: moves, cause: "drill", undoable: false });
    const mover = NAMES[this.bench.frame.mover];
    const played = question.played ? ` ${question.played} gave something away: find a better move.` : " Find the best move.";
    find("#drill-now").hidden = false;
    this.say(`${question.origin}. ${mover} to move.${played}`, "");
    for (const name of ["#drill-next", "#drill-line"]) find(name).hidden = true;
    find("#drill-show").hidden = false;
    find("#drill-why").replaceChildren();
    announce(find("#drill-question").textContent);
  }

  say(question, verdict) {
    if (question !== null) find("#drill-question").textContent = question;
    find("#drill-verdict").textContent = verdict;
    find("#drill-verdict").className = "outcome";
  }

  /** The answer that was clicked on the board. */
  async answer(square) {
    if (!this.isOpen) return;
    const { now } = this;
    this.say(null, "…");
    try {
      const { game, origin, played } = now;
      const judge = { plies: 6, exact: 16 };
      const verdict = await ask("/api/drills/answers", { game, square, origin, ...(played ? { played } : {}), judge });
      if (now !== this.now) return;
      now.tries += 1;
      now.verdict = verdict;
      now.wrong = verdict.right ? now.wrong : square;
      const place = find("#drill-verdict");
      if (verdict.right) {
        const best = verdict.values[0].square;
        const words = square === best ? `${square} is the best move.` : `${square} is right; ${best} is as good or hardly better.`;
        this.say(null, words + this.again(verdict));
        place.classList.add("right");
        this.finish(square);
      } else {
        this.say(null, `${square} gives away ${verdict.loss.toFixed(1)} discs. Try again.${this.again(verdict)}`);
        place.classList.add("wrong-answer");
      }
      announce(place.textContent);
      this.list();
    } catch (error) {
      this.say(null, error.message);
    }
  }

  again({ due_in: due }) {
    return due === null ? "" : ` It is asked again ${soon(due)}.`;
  }

  /** Gives up: the answer counts as wrong unless one was given before. */
  async show() {
    const { now, bench } = this;
    if (!now || now.isOver) return;
    if (!now.verdict) {
      const given = now.played ?? now.wasPlayed ?? bench.frame.legal[0];
      const worst = bench.frame.legal.includes(given) ? given : bench.frame.legal[0];
      await this.answer(worst);
      if (now.isOver) return;
    }
    if (!now.verdict) return;
    const [best] = now.verdict.values;
    this.say(null, `${best.square} is the best move, worth ${worth(best.discs, best.plies === null)}.`);
    this.finish(best.square);
  }

  async finish() {
    const { now } = this;
    now.isOver = true;
    const { values } = now.verdict;
    const best = values[0].discs;
    this.board.setValues(values.map(({ square, discs, plies }) => ({
      square,
      text: worth(discs, plies === null),
      best: discs === best,
      exact: plies === null,
      quality: quality(best - discs),
      words: `worth ${worth(discs, plies === null)} discs`,
    })));
    find("#drill-show").hidden = true;
    find("#drill-next").hidden = this.queue.length === 0 && !now.from;
    const worse = now.wrong ?? now.played;
    if (!worse || worse === values[0].square) return;
    try {
      now.why = await ask("/api/why", { game: now.game, played: worse, better: values[0].square, judge: { plies: 6, exact: 16 } });
      if (now !== this.now) return;
      find("#drill-line").hidden = false;
      find("#drill-why").replaceChildren(...whyParts(now.why, { onLine: (line) => this.playLine(line) }));
    } catch (error) {
      find("#drill-why").replaceChildren(element("p", { className: "hint", text: error.message }));
    }
  }

  /** Plays the refutation of the wrong move out on the board, move by move. */
  playOut() {
    if (this.now?.why) this.playLine(this.now.why.played.line);
  }

  async playLine(line) {
    await this.bench.go(this.bench.tree.find(this.now.game.moves));
    for (const square of line) {
      if (!(await this.bench.play(square, { cause: "step", undoable: false }))) return;
      await new Promise((resolve) => { setTimeout(resolve, 450); });
      if (!this.now) return;
    }
  }

  /** Puts the game that was on the board back. */
  async end() {
    const { before } = this;
    this.now = null;
    this.queue = [];
    this.before = null;
    find("#drill-now").hidden = true;
    this.onEnd();
    if (before) await this.bench.restore(before);
    this.list();
  }
}
