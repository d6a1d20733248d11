// The page Games: read a game, step through it, have it judged.

import "./manage.js";
import { announce, ask, element } from "./api.js";
import { Board } from "./board.js";
import { Review, judgeOf, valuesOnSquares } from "./review.js";
import { NAMES, lastWords, originWords, passWords, resultWords } from "./words.js";

const find = (selector) => document.querySelector(selector);

const board = new Board(find("[data-board]"), { onPlay: (square) => vary(square) });
const review = new Review({ onJump: (number) => step(number) });
const advice = find("#advice");

/** The positions of the game on the board, which of them is shown, and what the address says to lead there. */
let frames = [];
let at = 0;
let link = null;
/** The game that was opened, while a variation of it is on the board. */
let mainLine = null;
let shown = null;

find("#open-game").addEventListener("submit", read);
find("#found").addEventListener("change", (event) => open(found[event.target.value]));
for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => step(target(button.dataset.step)));
}
// A click on the board leaves the arrow keys to the game; by Tab one still walks over its squares.
find("[data-board]").addEventListener("mousedown", (event) => event.preventDefault());
find("#back-to-game").addEventListener("click", () => open(mainLine.game, { address: mainLine.address, at: mainLine.at }));
find("#solve").addEventListener("click", solve);
advice.addEventListener("submit", (event) => event.preventDefault());
advice.addEventListener("change", () => {
  find("#advice-fields").hidden = !advice.shown.checked;
  advise();
});
document.addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  const busy = event.target.closest("textarea, input, select, [role=grid]");
  if (busy || event.ctrlKey || event.metaKey || event.altKey || !(event.key in steps)) return;
  event.preventDefault();
  step(target(steps[event.key]));
});
window.addEventListener("hashchange", begin);
begin();

/** What the address asks for: a game that was kept, moves after the #, or the empty board. */
async function begin() {
  const id = find("#viewer").dataset.game;
  const address = new URLSearchParams(location.hash.slice(1));
  if (address.has("moves") || address.has("start")) {
    const game = { start: address.get("start"), moves: address.get("moves") ?? "" };
    open({ title: address.get("title") ?? "Game", ...game }, { address });
  } else if (id) {
    const game = await ask(`/api/games/${id}`);
    open({ ...game, title: `Game ${id}: ${game.black} – ${game.white}` }, { address });
  } else {
    open({ title: "No game yet", start: null, moves: "" });
  }
}

let found = [];

async function read(event) {
  event.preventDefault();
  const file = find("#file").files[0];
  const problem = find("#open-problem");
  problem.hidden = true;
  try {
    const body = file ?? new Blob([find("#text").value]);
    const headers = { "content-type": "application/octet-stream" };
    const { games, left_off } = await ask("/api/games/read", undefined, { method: "POST", headers, body });
    found = games;
    choices(games, left_off);
    if (games.length === 0) throw new Error("There is no game in it.");
    open(games[0]);
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
  } finally {
    // A file is read once: what is typed next counts again.
    find("#file").value = "";
  }
}

function choices(games, leftOff) {
  find("#found-field").hidden = games.length < 2;
  find("#found").replaceChildren(...games.map((game, index) => element("option", { text: game.title, value: index })));
  find("#found-words").textContent = leftOff ? `The first ${games.length} games; ${leftOff} more are left off` : `${games.length} games`;
}

/** Puts a game on the board. An address that leads to it says which position is shown first. */
async function open({ title, start, moves }, { address = null, at: first = null, variationOf = null } = {}) {
  try {
    const game = start ? { start, moves } : { moves };
    frames = await ask("/api/frames", game);
    shown = { title, start, moves };
    mainLine = variationOf;
    find("#back-to-game").hidden = mainLine === null;
    find("#title").textContent = title;
    const list = frames.at(-1).played.map(({ side, square }, index) => {
      const button = element("button", { text: square, type: "button" });
      button.addEventListener("click", () => step(index + 1));
      return element("li", { className: side }, button);
    });
    find("#moves").replaceChildren(...list);
    find("#no-moves").hidden = list.length > 0;
    review.offer(list.length > 0 ? game : null);
    link = address ?? (list.length > 0 || start ? new URLSearchParams(game) : null);
    at = -1;
    step(first ?? (Number(link?.get("at")) || 0));
  } catch (error) {
    find("#open-problem").textContent = error.message;
    find("#open-problem").hidden = false;
  }
}

function target(step) {
  return { first: 0, back: at - 1, next: at + 1, last: frames.length - 1 }[step];
}

/** Shows the position after so many discs. */
function step(number) {
  const to = Math.min(frames.length - 1, Math.max(0, number));
  if (to === at || frames.length === 0) return;
  const frame = frames[to];
  board.show(frame, { animate: Math.abs(to - at) === 1 });
  board.setOpen(!frame.result);
  at = to;
  for (const [index, item] of [...find("#moves").children].entries()) {
    item.classList.toggle("now", index + 1 === at);
    if (index + 1 === at) item.scrollIntoView({ block: "nearest" });
  }
  link?.set("at", at);
  if (link) history.replaceState(null, "", `#${link}`);
  find("#where").textContent = `${at} of ${frames.length - 1}`;
  find("#opening").hidden = !frame.opening;
  find("#opening").textContent = frame.opening ?? "";
  const words = frame.result ? resultWords(frame) : `${passWords(frame)}${NAMES[frame.mover]} to move, ${frame.black} to ${frame.white}.`;
  find("#position-words").textContent = words;
  announce(`${lastWords(frame)} ${words}`);
  find("#play-from-here").href = `/?${new URLSearchParams(line(frame))}`;
  find("#solve").disabled = Boolean(frame.result) || empties(frame) > MOST_SOLVED;
  find("#solve").title = empties(frame) > MOST_SOLVED ? `From ${MOST_SOLVED} empty squares on` : "";
  advise();
}

/** A position as it is sent. */
function line({ start, moves }) {
  return start ? { start, moves } : { moves };
}

function empties(frame) {
  return 64 - frame.black - frame.white;
}

/** Plays another move in the position that is shown. The game is kept, one click away. */
function vary(square) {
  const next = frames[at + 1];
  if (next?.last?.square === square) {
    step(at + 1);
    return;
  }
  const from = mainLine ?? { game: shown, address: link, at };
  const moves = frames[at].moves + square;
  open({ title: `${from.game.title}, another way`, start: shown.start, moves }, { at: at + 1, variationOf: from });
}

/** Up to here the server solves for a page. */
const MOST_SOLVED = 20;

/** Solves the position that is shown: all moves to the last disc. */
async function solve() {
  const frame = frames[at];
  await value({ evaluator: advice.evaluator.value, plies: 2, exact: MOST_SOLVED }, frame);
}

/** Writes on the squares what the moves are worth, if that is wanted. */
async function advise() {
  board.setValues(null);
  find("#advice-origin").hidden = true;
  const frame = frames[at];
  if (!advice.shown.checked || !frame || frame.result) return;
  await value(judgeOf(advice), frame);
}

async function value(judge, frame) {
  const place = find("#advice-origin");
  place.textContent = "Searching…";
  place.hidden = false;
  try {
    const answer = await ask("/api/values", { game: line(frame), judge });
    if (frames[at] !== frame) return;
    board.setValues(valuesOnSquares(answer));
    place.textContent = originWords(answer, judge);
  } catch (error) {
    if (frames[at] === frame) place.textContent = error.message;
  }
}
