// The review of a game: judged move by move by the server, shown as it comes in.

import { announce, element, events } from "./api.js";
import { NAMES, estimate, signed } from "./words.js";


const find = (selector) => document.querySelector(selector);

/** A worth with its sign; whole numbers are what is proven. */
function worth({ discs, plies }) {
  return plies === null ? signed(discs) : estimate(discs);
}

/** What a form with the fields of a judge says. */
export function judgeOf(form) {
  return {
    evaluator: form.evaluator.value,
    plies: Number(form.plies.value),
    exact: Number(form.exact.value),
  };
}

/** What moves are worth, as the board writes it on their squares. */
export function valuesOnSquares({ values }) {
  const best = values[0]?.discs;
  return values.map(({ square, discs, plies }) => {
    const isExact = plies === null;
    const text = isExact ? signed(discs) : estimate(discs);
    const words = `worth ${text} discs, ${isExact ? "exact" : `${plies} plies`}`;
    return { square, text, best: discs === best, exact: isExact, words };
  });
}

export class Review {
  /** `onJump` is told after how many discs the board should stand. */
  constructor({ onJump = null } = {}) {
    this.onJump = onJump;
    this.game = null;
    this.running = null;
    this.form = find("#review-form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
  }

  /** Offers to review a game; with null, there is none. */
  offer(game) {
    this.running?.abort();
    this.game = game;
    find("#review").hidden = game === null;
    find("#review-results").hidden = true;
    find("#review-problem").hidden = true;
    find("#review-progress").hidden = true;
    find("#review-kept").textContent = "";
  }

  async start() {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const judged = [];
    this.begin();
    try {
      const question = { game: this.game, judge: judgeOf(this.form) };
      for await (const { event, data } of events("/api/analysis", question, running.signal)) {
        if (event === "move") this.add(judged, JSON.parse(data));
        if (event === "graph") this.draw(data);
        if (event === "problem") throw new Error(data);
      }
      this.sum(judged);
      announce(`The game is analysed. ${find("#review-summary").textContent}`);
    } catch (error) {
      if (error.name === "AbortError") return;
      find("#review-problem").textContent = error.message;
      find("#review-problem").hidden = false;
    } finally {
      if (this.running === running) find("#review-progress").hidden = true;
    }
  }

  begin() {
    const progress = find("#review-progress");
    progress.max = this.game.moves.length / 2;
    progress.value = 0;
    progress.hidden = false;
    find("#review-problem").hidden = true;
    find("#review-results").hidden = false;
    find("#review-mistakes").replaceChildren();
    find("#review-graph").replaceChildren();
    find("#review-summary").textContent = "Judging from the end of the game…";
  }

  add(judged, move) {
    judged.push(move);
    find("#review-progress").value = judged.length;
    if (move.quality === "good") return;
    // Moves come from the end of the game; the list has the first one first.
    find("#review-mistakes").prepend(this.item(move));
  }

  item(move) {
    const { number, side, played, best, loss, quality } = move;
    const words = `${number}. ${NAMES[side]} ${played.square}`;
    const origin = played.plies === null && best.plies === null ? "exact" : `${best.plies ?? played.plies} plies`;
    const name = this.onJump
      ? element("button", { className: "move", text: words, type: "button" })
      : element("strong", { text: words });
    if (this.onJump) name.addEventListener("click", () => this.onJump(number));
    return element("li", { className: quality },
      element("span", { className: `dot ${side}`, "aria-hidden": "true" }),
      element("div", {},
        name,
        element("p", {
          text: `${best.square} was better: ${worth(best)} instead of ${worth(played)}, ${origin}.`,
        }),
      ),
      element("span", { className: "loss", text: `−${loss.toFixed(loss < 10 ? 1 : 0)}`, title: "discs given away" }),
    );
  }

  draw(svg) {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    find("#review-graph").replaceChildren(document.adoptNode(parsed));
  }

  sum(judged) {
    const part = (side) => {
      const own = judged.filter((move) => move.side === side);
      const given = own.reduce((sum, move) => sum + move.loss, 0);
      const mistakes = own.filter((move) => move.quality === "mistake").length;
      return `${NAMES[side]} gave away ${given.toFixed(0)} discs in ${own.length} moves, `
        + `${mistakes === 1 ? "1 mistake" : `${mistakes} mistakes`} of 6 or more.`;
    };
    find("#review-summary").textContent = `${part("black")} ${part("white")}`;
  }
}
