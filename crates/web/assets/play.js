// The page Play: a game against any player. The game is its moves; the server says what they lead to.

import { announce, ask, element } from "./api.js";
import { Board } from "./board.js";
import { Review, judgeOf } from "./review.js";
import { NAMES, lastWords, originWords, passWords, resultWords, signed } from "./words.js";

const find = (selector) => document.querySelector(selector);

const board = new Board(find("[data-board]"), { onPlay: (square) => play(square) });
const review = new Review();
const still = matchMedia("(prefers-reduced-motion: reduce)");
const settings = find("#settings");
const advice = find("#advice");

/** The game: the position now, who has which side, and what decides the opponent's chance. */
const game = { frame: null, seats: {}, seed: 0 };
/** Each request belongs to a turn; an answer to an earlier one is too late. */
let turn = 0;

settings.addEventListener("change", (event) => {
  if (event.target === settings.opponent) settings.depth.value = naturalDepth();
  describeSettings();
  begin();
});
settings.addEventListener("submit", (event) => event.preventDefault());
advice.addEventListener("submit", (event) => event.preventDefault());
advice.addEventListener("change", () => {
  find("#advice-fields").hidden = !advice.shown.checked;
  advise();
});
find("#new-game").addEventListener("click", begin);
find("#undo").addEventListener("click", undo);
find("#copy").addEventListener("click", copy);
chooseOpponentOfAddress();
describeSettings();
begin();

/** Other pages send people here to play somebody: /?opponent=td-7f3k. */
function chooseOpponentOfAddress() {
  const asked = new URLSearchParams(location.search).get("opponent");
  const known = [...settings.opponent.options].some((option) => option.value === asked);
  if (known) settings.opponent.value = asked;
}

/** The opponent in the grammar of players. */
function spec() {
  const chosen = settings.opponent.selectedOptions[0];
  const options = [];
  if (chosen.dataset.takes === "search") {
    options.push(`depth=${settings.depth.value}`);
    if (settings.exact.value !== "0") options.push(`exact=${settings.exact.value}`);
  }
  if (settings.epsilon.value !== "0") options.push(`epsilon=${settings.epsilon.value}`);
  return options.length ? `${chosen.value}:${options.join(",")}` : chosen.value;
}

/** How far the opponent looks at its own strength, as far as the choice goes; two plies if it does not say. */
function naturalDepth() {
  const natural = settings.opponent.selectedOptions[0].dataset.plies;
  const offered = [...settings.depth.options].some((option) => option.value === natural);
  return offered ? natural : "2";
}

function describeSettings() {
  const chosen = settings.opponent.selectedOptions[0];
  find("#about").textContent = chosen.dataset.about;
  find("#spec").textContent = spec();
  const searches = chosen.dataset.takes === "search";
  settings.depth.disabled = !searches;
  settings.exact.disabled = !searches;
}

function begin() {
  const opponent = spec();
  const side = settings.side.value;
  game.seats = {
    black: side === "white" ? opponent : null,
    white: side === "black" ? opponent : null,
  };
  game.seed = crypto.getRandomValues(new Uint32Array(1))[0];
  for (const seat of document.querySelectorAll(".seat")) {
    const name = seat.querySelector(".seat-name");
    name.textContent = name.title = game.seats[seat.dataset.side] ?? "You";
  }
  go("", { animate: false });
}

/** Asks what some moves lead to and goes on from there. */
async function go(moves, { animate }) {
  const mine = ++turn;
  try {
    const frame = await ask("/api/position", { moves });
    if (mine === turn) show(frame, { animate });
  } catch (error) {
    if (mine === turn) tell(error.message);
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
  go(moves.slice(0, 2 * own), { animate: false });
}

function show(frame, { animate }) {
  game.frame = frame;
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
  link.hidden = frame.moves === "";
  link.href = `/games#moves=${frame.moves}`;
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
    const question = { game: { moves: game.frame.moves }, player: opponent, seed: game.seed };
    const [reply] = await Promise.all([
      ask("/api/move", question),
      new Promise((done) => { setTimeout(done, pause); }),
    ]);
    if (mine === turn) show(reply.position, { animate: true });
  } catch (error) {
    if (mine === turn) tell(error.message);
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
    const answer = await ask("/api/values", { game: { moves: frame.moves }, judge });
    if (mine !== turn || !advice.shown.checked) return;
    const best = answer.values[0]?.discs;
    board.setValues(answer.values.map(({ square, discs, plies }) => ({
      square,
      text: signed(Math.abs(discs) < 10 ? discs : Math.round(discs)),
      best: discs === best,
      exact: plies === null,
      words: `worth ${signed(discs)} discs, ${plies === null ? "exact" : `${plies} plies`}`,
    })));
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
      const taught = await ask("/api/teach", { game: { moves: frame.moves }, player: chosen.value, side });
      const address = `/?opponent=${encodeURIComponent(taught.player)}`;
      words.replaceChildren(element("a", { text: taught.player, href: address }), ` has learned from ${taught.games} games now.`);
    } catch (error) {
      words.textContent = error.message;
    }
  };
}

/** Keeps a game that is over, once, and offers to review it. */
async function finish(frame) {
  offerToTeach(frame);
  review.offer({ moves: frame.moves });
  const place = find("#review-kept");
  const mine = turn;
  try {
    const { id } = await ask("/api/games", {
      game: { moves: frame.moves },
      black: game.seats.black ?? "You",
      white: game.seats.white ?? "You",
    });
    if (mine !== turn) return;
    place.replaceChildren("Kept as ", element("a", { text: `game ${id}`, href: `/games/${id}` }), ".");
  } catch (error) {
    if (mine === turn) place.textContent = `The game could not be kept: ${error.message}`;
  }
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
