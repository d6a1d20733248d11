// The explorer: what the games of the library did in the position on the board.

import { ask, element } from "./api.js";
import { count } from "./numbers.js";
import { estimate, signed } from "./words.js";

const find = (selector) => document.querySelector(selector);

export class Explorer {
  /** `onPlay` is told the move that was chosen. */
  constructor({ onPlay }) {
    this.onPlay = onPlay;
    this.position = null;
    this.asked = 0;
    find("#explorer-among").addEventListener("change", () => this.show(this.position));
  }

  /** Shows what is known of a position: `{ start, moves }`, and who is to move there. */
  async show(position) {
    this.position = position;
    if (!position) return;
    const number = ++this.asked;
    const among = find("#explorer-among").value;
    const { mover, ...line } = position;
    const question = new URLSearchParams({ ...line, ...(among ? { among } : {}) });
    try {
      const answer = await ask(`/api/explorer?${question}`);
      if (number !== this.asked) return;
      this.draw(answer, mover);
      // What comes with the program is still on its way.
      if (!answer.ready) setTimeout(() => number === this.asked && this.show(position), 700);
    } catch (error) {
      if (number === this.asked) find("#explorer-words").textContent = error.message;
    }
  }

  draw({ games, moves }, mover) {
    find("#explorer-words").textContent = games === 0
      ? "No game of the library went on from here."
      : `${count(games)} ${games === 1 ? "game" : "games"} went on from here, by any order of moves and in any orientation.`;
    find("#explorer-table").hidden = moves.length === 0;
    find("#explorer-table tbody").replaceChildren(...moves.map((move) => this.row(move, mover)));
  }

  row(move, mover) {
    const play = element("button", { text: move.square, type: "button", className: "link", "aria-label": `Play ${move.square}` });
    play.addEventListener("click", () => this.onPlay(move.square));
    const years = move.years ? (move.years[0] === move.years[1] ? `${move.years[0]}` : `${move.years[0]}–${move.years[1]}`) : "";
    const players = move.players.map(({ name, games }) => `${name} ${games}`).join(", ");
    return element("tr", {},
      element("th", { scope: "row" }, play),
      element("td", { className: "number", text: count(move.games) }),
      element("td", {}, ...score(move)),
      element("td", { className: "number", text: move.margin === null ? "–" : estimate(move.margin) }),
      element("td", { className: "number", ...engine(move.value, mover) }),
      element("td", { className: "who-played" }, element("span", { text: players }), element("small", { text: years })),
    );
  }
}

/** Black's score as a number and a bar of wins, draws and losses. */
function score({ black, black_score: share }) {
  if (share === null) return ["–"];
  const [wins, draws, losses] = black;
  const words = `Black won ${wins}, drew ${draws}, lost ${losses}`;
  const bar = element("meter", { className: "score", min: 0, max: 1, value: share, title: words, "aria-label": words });
  return [bar, element("small", { text: `${(100 * share).toFixed(0)} %` })];
}

/** What an engine thinks, seen by Black. */
function engine(value, mover) {
  if (!value) return { text: "–" };
  const discs = mover === "white" ? -value.discs : value.discs;
  if (value.plies === null) return { text: `${signed(discs)}=`, title: "exact" };
  return { text: estimate(discs), title: `${value.plies} plies, ${value.judge}` };
}
