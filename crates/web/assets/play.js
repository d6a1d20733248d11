// The page Play: a game against any player. The game is its moves; the server says what they lead to.

import { announce, ask, element } from "./api.js";
import { Board } from "./board.js";
import { remember, remembered, save, sendAll } from "./keep.js";
import { Review, judgeOf, valuesOnSquares } from "./review.js";
import { NAMES, lastWords, originWords, passWords, resultWords } from "./words.js";

const find = (selector) => document.querySelector(selector);

const board = new Board(find("[data-board]"), { onPlay: (square) => play(square) });
const review = new Review();
const still = matchMedia("(prefers-reduced-motion: reduce)");
const settings = find("#settings");
const advice = find("#advice");

/** The game: where it started, the position now, who has which side, and what decides the opponent's chance. */
const game = { start: null, frame: null, seats: {}, seed: 0, saved: null };
/** Each request belongs to a turn; an answer to an earlier one is too late. */
let turn = 0;

settings.addEventListener("change", (event) => {
  if (event.target === settings.opponent) usualStrength();
  describeSettings();
  propose("Start a new game with these settings?", () => begin());
});
settings.addEventListener("submit", (event) => event.preventDefault());
advice.addEventListener("submit", (event) => event.preventDefault());
advice.addEventListener("change", () => {
  find("#advice-fields").hidden = !advice.shown.checked;
  keep();
  advise();
});
find("#new-game").addEventListener("click", () => begin());
find("#undo").addEventListener("click", undo);
find("#copy").addEventListener("click", copy);
open();

/** Goes on with the game that was on the board; the address may ask for another: /?opponent=td-7f3k, or a position. */
function open() {
  const before = remembered();
  if (before) setForms(before);
  const address = new URLSearchParams(location.search);
  const opponent = address.get("opponent");
  const isKnown = [...settings.opponent.options].some((option) => option.value === opponent);
  if (isKnown) {
    settings.opponent.value = opponent;
    usualStrength();
  }
  if (address.has("side")) settings.side.value = address.get("side");
  describeSettings();
  const wanted = { start: address.get("start"), moves: address.get("moves") ?? "" };
  const asks = isKnown || wanted.start || wanted.moves;
  // Asked once: a reload goes on with the game and does not begin it again.
  if (asks) history.replaceState(null, "", "/");
  if (!before) {
    begin(wanted);
  } else if (!asks) {
    resume(before);
  } else if (before.over || before.moves === (before.from ?? "")) {
    begin(wanted);
  } else {
    resume(before).then(() => propose("There is a game on the board that is not over. Start a new one?", () => begin(wanted)));
  }
}

function setForms({ settings: chosen = {}, advice: wanted = {} }) {
  for (const [form, values] of [[settings, chosen], [advice, wanted]]) {
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements[name];
      if (!field) continue;
      if (field.type === "checkbox") field.checked = value;
      else if (!field.options || [...field.options].some((option) => option.value === value)) field.value = value;
    }
  }
  find("#advice-fields").hidden = !advice.shown.checked;
}

/** What the forms say. */
function forms() {
  const of = (form, names) => Object.fromEntries(names.map((name) => [name, form.elements[name].value]));
  return {
    settings: of(settings, ["opponent", "depth", "exact", "epsilon", "side"]),
    advice: { ...of(advice, ["evaluator", "plies", "exact"]), shown: advice.shown.checked },
  };
}

/** Keeps the game and the settings where a reload finds them. */
function keep() {
  const { start, seats, seed, saved, from, frame, chosen } = game;
  if (!frame) return;
  remember({ start, from, moves: frame.moves, over: Boolean(frame.result), seats, seed, saved, settings: chosen, advice: forms().advice });
}

async function resume(before) {
  const { start, from = "", moves, seats, seed, saved = null, settings: chosen } = before;
  Object.assign(game, { start, from, seats, seed, saved, chosen: chosen ?? forms().settings });
  nameSeats();
  await go(moves, { animate: false });
}

/** Asks before a game that is not over gives way to another; where there is none, nothing is asked. */
function propose(words, start) {
  const place = find("#ask");
  const isGoing = game.frame && !game.frame.result && game.frame.moves !== (game.from ?? "");
  place.hidden = !isGoing;
  if (!isGoing) {
    start();
    return;
  }
  find("#ask-words").textContent = words;
  announce(words);
  find("#ask-yes").onclick = start;
  find("#ask-no").onclick = () => {
    place.hidden = true;
    setForms({ settings: game.chosen });
    describeSettings();
  };
}

/** One name is one strength, however one arrives: the engine begins at a level people can beat, others are as they are. */
function usualStrength() {
  const isEngine = settings.opponent.selectedOptions[0].dataset.takes === "levels";
  settings.depth.value = isEngine ? "1" : "";
  settings.epsilon.value = isEngine ? "0.1" : "0";
  settings.exact.value = "0";
}

/** The opponent in the grammar of players. Without a depth it plays at its own strength, as it does everywhere. */
function spec() {
  const chosen = settings.opponent.selectedOptions[0];
  const options = [];
  const { takes } = chosen.dataset;
  if (takes !== "noise") {
    if (settings.depth.value !== "") options.push(`${takes === "levels" ? "level" : "depth"}=${settings.depth.value}`);
    if (takes === "search" && settings.exact.value !== "0") options.push(`exact=${settings.exact.value}`);
  }
  if (settings.epsilon.value !== "0") options.push(`epsilon=${settings.epsilon.value}`);
  return options.length ? `${chosen.value}:${options.join(",")}` : chosen.value;
}

function describeSettings() {
  const chosen = settings.opponent.selectedOptions[0];
  find("#about").textContent = chosen.dataset.about;
  find("#spec").textContent = spec();
  const { takes } = chosen.dataset;
  settings.depth.disabled = takes === "noise";
  // The engine finishes the game by itself, from where its level says.
  settings.exact.disabled = takes !== "search";
  find("#depth-words").textContent = takes === "levels" ? "Level" : "Looks ahead";
  for (const option of [...settings.depth.options].slice(1)) {
    const plies = option.value === "1" ? "1 ply" : `${option.value} plies`;
    option.text = takes === "levels" ? option.value : plies;
    // Others look at every move, without cuts: no more than a page may ask for.
    option.disabled = takes === "search" && Number(option.value) > 8;
  }
  const plies = chosen.dataset.plies;
  settings.depth.options[0].text = plies ? `as it is (${plies})` : "as it is";
}

/** A new game, from the usual start or from another position. */
function begin({ start = null, moves = "" } = {}) {
  find("#ask").hidden = true;
  const opponent = spec();
  const side = settings.side.value;
  const seats = {
    black: side === "white" ? opponent : null,
    white: side === "black" ? opponent : null,
  };
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  Object.assign(game, { start, from: moves, seats, seed, saved: null, chosen: forms().settings });
  nameSeats();
  go(moves, { animate: false });
}

function nameSeats() {
  for (const seat of document.querySelectorAll(".seat")) {
    const name = seat.querySelector(".seat-name");
    name.textContent = name.title = game.seats[seat.dataset.side] ?? "You";
  }
}

/** The game as it is sent, after some moves. */
function line(moves) {
  return game.start ? { start: game.start, moves } : { moves };
}

/** Asks what some moves lead to and goes on from there. */
async function go(moves, { animate }) {
  const mine = ++turn;
  try {
    const frame = await ask("/api/position", line(moves));
    if (mine === turn) show(frame, { animate });
  } catch (error) {
    failed(error, mine, () => go(moves, { animate }));
  }
}

/** Says what went wrong. What is passing is tried again; otherwise the board is as it was. */
function failed(error, mine, again) {
  if (mine !== turn) return;
  tell(error.passing ? `${error.message} It is tried again.` : error.message);
  if (error.passing) {
    setTimeout(() => { if (mine === turn) again(); }, 1500);
  } else if (game.frame) {
    board.setOpen(!game.frame.result && !game.seats[game.frame.mover]);
  }
}

function play(square) {
  board.setOpen(false);
  go(game.frame.moves + square, { animate: true });
}

/** Takes back moves until it is the turn of somebody at the board. */
function undo() {
  const { played, moves } = game.frame;
  const own = played.findLastIndex(({ side }) => !game.seats[side]);
  if (own < 0) return;
  announce("Taken back.");
  game.saved = null;
  go(moves.slice(0, 2 * own), { animate: false });
}

function show(frame, { animate }) {
  game.frame = frame;
  keep();
  board.show(frame, { animate });
  for (const seat of document.querySelectorAll(".seat")) {
    const side = seat.dataset.side;
    seat.querySelector(".count").textContent = frame[side];
    seat.classList.toggle("to-move", !frame.result && frame.mover === side);
  }
  listMoves(frame);
  const opening = find("#opening");
  const unfolds = frame.opening && frame.opening !== opening.textContent ? `The opening is ${frame.opening}.` : "";
  opening.hidden = !frame.opening;
  opening.textContent = frame.opening ?? "";
  find("#undo").disabled = !canUndo();
  find("#copy").disabled = frame.moves === "";
  const opponent = game.seats[frame.mover];
  board.setOpen(!frame.result && !opponent, { thinking: !frame.result && Boolean(opponent) });
  tell(statusOf(frame));
  announce([animate ? lastWords(frame) : "", unfolds, statusOf(frame)].filter(Boolean).join(" "));
  const link = find("#open");
  link.hidden = frame.moves === "" && !game.start;
  link.href = `/games#${new URLSearchParams(line(frame.moves))}`;
  advise();
  if (frame.result) finish(frame);
  else review.offer(null);
  if (!frame.result && opponent) answer(opponent, animate && !still.matches ? 500 : 0);
}

function listMoves(frame) {
  const list = find("#moves");
  list.replaceChildren(...frame.played.map(({ side, square }) => element("li", { className: side, text: square })));
  find("#no-moves").hidden = frame.played.length > 0;
  list.scrollTop = list.scrollHeight;
}

function canUndo() {
  return game.frame.played.some(({ side }) => !game.seats[side]);
}

/** Has the opponent move, not before the last discs have turned. */
async function answer(opponent, pause) {
  const mine = ++turn;
  try {
    const question = { game: line(game.frame.moves), player: opponent, seed: game.seed };
    const [reply] = await Promise.all([
      ask("/api/move", question),
      new Promise((done) => { setTimeout(done, pause); }),
    ]);
    if (mine === turn) show(reply.position, { animate: true });
  } catch (error) {
    failed(error, mine, () => answer(opponent, 0));
  }
}

function statusOf(frame) {
  if (frame.result) return resultWords(frame);
  const mover = NAMES[frame.mover];
  return passWords(frame) + (game.seats[frame.mover] ? `${mover} is thinking…` : `${mover} to move.`);
}

/** Writes on the squares what the moves are worth, if somebody at the board wants to know. */
async function advise() {
  const place = find("#advice-origin");
  place.hidden = true;
  board.setValues(null);
  const { frame } = game;
  if (!advice.shown.checked || frame.result || game.seats[frame.mover]) return;
  const mine = turn;
  const judge = judgeOf(advice);
  let words;
  try {
    const answer = await ask("/api/values", { game: line(frame.moves), judge });
    if (mine !== turn || !advice.shown.checked) return;
    board.setValues(valuesOnSquares(answer));
    words = originWords(answer, judge);
  } catch (error) {
    if (mine !== turn) return;
    words = error.message;
  }
  place.textContent = words;
  place.hidden = false;
}

/** Lets a game that is over teach the opponent, if it learns from people and somebody wants it to. */
function offerToTeach(frame) {
  const place = find("#teach");
  const side = ["black", "white"].find((seat) => game.seats[seat]);
  const chosen = settings.opponent.selectedOptions[0];
  place.hidden = !side || !("learns" in chosen.dataset);
  const [button, words] = place.children;
  button.disabled = false;
  words.textContent = "";
  button.onclick = async () => {
    button.disabled = true;
    try {
      const taught = await ask("/api/teach", { game: line(frame.moves), player: chosen.value, side });
      const address = `/?opponent=${encodeURIComponent(taught.player)}`;
      words.replaceChildren(element("a", { text: taught.player, href: address }), ` has learned from ${taught.games} games now.`);
    } catch (error) {
      words.textContent = error.message;
    }
  };
}

/** Saves a game that is over, once, and offers to review it. */
async function finish(frame) {
  offerToTeach(frame);
  review.offer(line(frame.moves));
  if (game.saved) {
    tellSaved();
    return;
  }
  const mine = turn;
  const key = `${game.seed}-${frame.moves}`;
  const sent = { key, game: line(frame.moves), black: game.seats.black ?? "You", white: game.seats.white ?? "You" };
  try {
    const id = await save(sent);
    if (mine !== turn) return;
    game.saved = id;
    keep();
    tellSaved();
  } catch (error) {
    if (mine !== turn) return;
    find("#review-kept").textContent = `The game is not saved yet: ${error.message} It is tried again.`;
    setTimeout(() => { if (mine === turn) finishLater(key); }, 3000);
  }
}

/** Sends what could not be saved again. */
async function finishLater(key) {
  const mine = turn;
  try {
    const saved = await sendAll();
    if (mine !== turn || !saved.has(key)) return;
    game.saved = saved.get(key);
    keep();
    tellSaved();
  } catch {
    setTimeout(() => { if (mine === turn) finishLater(key); }, 3000);
  }
}

function tellSaved() {
  const link = element("a", { text: `game ${game.saved}`, href: `/games/${game.saved}` });
  find("#review-kept").replaceChildren("Saved as ", link, ".");
}

function tell(text) {
  find("#status").textContent = text;
}

async function copy() {
  try {
    await navigator.clipboard.writeText(game.frame.moves);
    announce("Transcript copied.");
    tell("Transcript copied.");
  } catch {
    tell(game.frame.moves);
  }
}
