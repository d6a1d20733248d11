// The page Games: a game on the board, its moves, what they were worth, what others played, and the library.

import "./manage.js";
import { announce, ask, element } from "./api.js";
import { Board } from "./board.js";
import { Explorer } from "./explorer.js";
import { Library } from "./library.js";
import { Tabs } from "./tabs.js";
import { Review, judgeOf, valuesOnSquares } from "./review.js";
import { NAMES, lastWords, originWords, passWords, resultWords, signed } from "./words.js";

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

const explorer = new Explorer({ onPlay: (square) => vary(square) });
const library = new Library({
  onOpen: async (game) => {
    await open(game);
    tell(game);
    tabs.show("moves");
  },
  position: () => line(frames[at]),
});
const tabs = new Tabs(find(".side"), {
  onShow: (name) => {
    remember(name);
    if (name === "explorer") explore();
    if (name === "library" && library.question === null) library.search();
  },
});
find("#explorer-value").addEventListener("click", async () => {
  await value(judgeOf(advice), frames[at]);
  explore();
});
find("#explorer-games").addEventListener("click", () => {
  find("#search").reset();
  find("#search").through.checked = true;
  library.search();
  tabs.show("library");
});
find("#copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(frames.at(-1).moves);
  announce("The transcript is copied.");
});
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
  const busy = event.target.closest("textarea, input, select, [role=grid], [role=tab]");
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
  if (address.has("tab") && address.get("tab") !== tabs.shown) tabs.show(address.get("tab"));
  if (address.has("moves") || address.has("start")) {
    const game = { start: address.get("start"), moves: address.get("moves") ?? "" };
    open({ title: address.get("title") ?? "Game", ...game }, { address });
  } else if (id) {
    const game = await ask(`/api/games/${id}`);
    await open({ ...game, title: game.title ?? `${game.black ?? "?"} – ${game.white ?? "?"}` }, { address });
    tell(game);
  } else {
    await open({ title: "No game yet", start: null, moves: "" });
    if (!address.has("tab")) tabs.show("library");
  }
}

/** What is known of a game of the library. */
function tell(game) {
  const facts = [
    ["Event", game.event],
    ["Date", game.date],
    ["Result", game.margin == null ? null : `${signed(game.margin)} for Black`],
    ["Best play", game.best_discs == null ? null : `${game.best_discs} discs for Black, by its source`],
    ["From", game.source],
    ["Read as", game.format],
    ["Cut off", game.fault],
  ].filter(([, value]) => value);
  find("#facts").replaceChildren(...facts.flatMap(([name, value]) => [element("dt", { text: name }), element("dd", { text: value })]));
  find("#facts").hidden = facts.length === 0;
}

/** The address says which tab is open, so that a reload and a link lead there. */
function remember(tab) {
  const address = link ?? new URLSearchParams(location.hash.slice(1));
  address.set("tab", tab);
  history.replaceState(null, "", `#${address}`);
}

/** What the library knows of the position, if somebody looks. */
function explore() {
  const frame = frames[at];
  if (frame && tabs.shown === "explorer") explorer.show({ ...line(frame), mover: frame.mover });
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
    link?.set("tab", tabs.shown);
    find("#facts").hidden = true;
    at = -1;
    step(first ?? (Number(link?.get("at")) || 0));
  } catch (error) {
    library.say(error.message);
    tabs.show("library");
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
  find("#share").href = `/games#${new URLSearchParams({ ...line(frames.at(-1)), at })}`;
  find("#play-from-here").href = `/?${new URLSearchParams(line(frame))}`;
  find("#solve").disabled = Boolean(frame.result) || empties(frame) > MOST_SOLVED;
  find("#solve").title = empties(frame) > MOST_SOLVED ? `From ${MOST_SOLVED} empty squares on` : "";
  advise();
  explore();
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
  tabs.show("analysis");
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
