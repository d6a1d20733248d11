// A game of a checkpoint against itself, replayed on the board with what it thought.

import { announce, ask } from "./api.js";
import { Board } from "./board.js";
import { NAMES, lastWords, passWords, resultWords } from "./words.js";

const find = (selector) => document.querySelector(selector);

/** Connects the part of the page. `of` says which player is meant from now on. */
export function connectReplay() {
  const board = new Board(find("#replay [data-board]"));
  board.setOpen(false);
  let player = null;
  let game = null;
  let seed = 0;
  const show = () => {
    const at = Number(find("#plies").value);
    const frame = game.frames[at];
    board.show(frame, { animate: false });
    find("#ply").textContent = `${at} of ${game.frames.length - 1}`;
    find("#plies").setAttribute("aria-valuetext", `${at} of ${game.frames.length - 1}`);
    const thought = at > 0 ? game.thoughts[at - 1] : null;
    const words = [lastWords(frame), passWords(frame)];
    if (at > 0) words.push(thought === null ? (at <= 4 ? "A random move." : "It does not say what it thinks.") : `It thought: ${thought.replace("-", "−")}.`);
    words.push(frame.result ? resultWords(frame) : `${NAMES[frame.mover]} to move.`);
    find("#thought").textContent = words.filter(Boolean).join(" ");
    find("#open-game").href = `/games#moves=${game.frames.at(-1).moves}`;
  };
  find("#plies").addEventListener("input", show);
  find("#play-itself").addEventListener("click", async () => {
    const button = find("#play-itself");
    button.disabled = true;
    try {
      seed += 1;
      game = await ask("/api/self-play", { player, seed, random_plies: 4 });
      find("#replay").hidden = false;
      find("#plies").max = game.frames.length - 1;
      find("#plies").value = game.frames.length - 1;
      find("#play-itself").textContent = "Another game";
      show();
      announce("The game is on the board.");
    } catch (error) {
      find("#thought").textContent = error.message;
      find("#replay").hidden = false;
    }
    button.disabled = false;
  });
  return {
    of(next) {
      player = next;
    },
  };
}
