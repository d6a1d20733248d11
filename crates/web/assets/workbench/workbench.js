// The workbench: one board, and everything that can be done with the position on it. This file connects the parts; what
// each of them does stands in its own.

import { announce, ask, element } from "../api.js";
import { Board } from "../board.js";
import { Explorer } from "../explorer.js";
import { sendAll } from "../keep.js";
import { Library } from "../library.js";
import { connect } from "../manage.js";
import { Tabs } from "../tabs.js";
import { NAMES, estimate, lastWords, passWords, resultWords, signed } from "../words.js";
import { Analysis } from "./analysis.js";
import { Bench } from "./bench.js";
import { Drill } from "./drill.js";
import { Graph } from "./graph.js";
import { Keys } from "./keys.js";
import { Moves } from "./moves.js";
import { Review } from "./review.js";
import { Session } from "./session.js";
import { Tree } from "./tree.js";
import { View } from "./view.js";

const find = (selector) => document.querySelector(selector);

const bench = new Bench();
const board = new Board(find("[data-board]"), { onPlay: (square) => choose(square) });
new Moves(bench);
const session = new Session(bench, { onSettings: () => show({ cause: "step" }), notice, ask: question });
const analysis = new Analysis(bench, {
  onLine: playLine,
  onValues: drawValues,
  mayLook: () => !drill.isOpen && !session.isThinking,
});
const review = new Review(bench, {
  onAsk: (node) => {
    tabs.show("drill");
    drill.fromGame([node]);
  },
  judge: () => ({ evaluator: find("#search-form").evaluator.value }),
});
const drill = new Drill(bench, { board, review, onBegin: () => session.suspend(), onEnd: () => session.revive() });
const graph = new Graph(find("#graph"), { onStep: (number) => bench.go(bench.shownLine[number]) });
const view = new View(bench, board);
const explorer = new Explorer({ onPlay: (square) => choose(square) });
const library = new Library({ onOpen: open, position: () => bench.line() });
let squaresShown = true;

const tabs = new Tabs(find(".side"), {
  onShow: (name) => {
    session.tab = name;
    session.keep();
    if (name === "explorer") explore();
    if (name === "library" && library.question === null) library.search();
    if (name === "drill") drill.list();
  },
});
/** Where there is room the moves stand beside the tab that is open. */
const wide = matchMedia("(min-width: 1500px)");
const spread = () => {
  find("#panel-moves").classList.toggle("beside", wide.matches);
  find("#tab-moves").hidden = wide.matches;
  if (wide.matches && tabs.shown === "moves") tabs.show("analysis");
};

bench.on("position", show);
bench.on("tree", () => {
  drawGraph();
  session.keep();
});
bench.on("trouble", notice);

for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", () => step(button.dataset.step));
find("#undo").addEventListener("click", undo);
find("#redo").addEventListener("click", () => bench.redo());
find("#hint").addEventListener("click", hint);
find("#values").addEventListener("click", toggleValues);
find("#help-open").addEventListener("click", () => find("#help").showModal());
find("#new-game").addEventListener("click", () => session.propose());
find("#play-on").addEventListener("click", () => session.playOn());
find("#play-from-here").addEventListener("click", () => {
  tabs.show("opponent");
  session.playOn();
});
find("#solve").addEventListener("click", solve);
find("#copy").addEventListener("click", () => copy(bench.node.end.moves, "The moves are copied."));
find("#copy-link").addEventListener("click", () => {
  const isComplete = session.lead();
  copy(location.href, isComplete ? "The link is copied." : "The link is copied, without the remarks: they are too long for it. Download the game as SGF to pass them on.");
});
find("#keep").addEventListener("click", keepGame);
find("#write").addEventListener("click", writeGame);
find("#explorer-value").addEventListener("click", async () => {
  await ask("/api/values", { game: bench.line(), judge: { evaluator: find("#search-form").evaluator.value, plies: 6 } }).catch((error) => notice(error.message));
  explore();
});
find("#explorer-games").addEventListener("click", () => {
  find("#search").reset();
  find("#search").through.checked = true;
  library.search();
  tabs.show("library");
});
find("#typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = event.target.moves;
  for (const square of field.value.toLowerCase().match(/[a-h][1-8]/g) ?? []) {
    if (!(await typed(square))) return;
  }
  field.value = "";
});
// A click on the board leaves the arrow keys to the game; by Tab one still walks over its squares.
find("[data-board]").addEventListener("mousedown", (event) => event.preventDefault());
new Keys({
  isOn: () => view.set.shortcuts,
  onStep: step,
  onMove: typed,
  commands: {
    " ": () => analysis.toggle(),
    "?": () => find("#help").showModal(),
    f: () => view.turn("around"),
    h: hint,
    m: nextMistake,
    n: () => session.propose(),
    u: undo,
    "shift u": () => bench.redo(),
    v: toggleValues,
  },
});
wide.addEventListener("change", spread);
begin();

/** What the address asks for, or what was on the board before. */
async function begin() {
  sendAll().catch(() => {});
  await session.load();
  spread();
  await session.begin({ open: openAddress, tabs });
  window.addEventListener("hashchange", () => session.follow({ open: openAddress, tabs }));
}

/** Puts what an address names on the board. */
async function openAddress(address) {
  try {
    if (address.has("game")) {
      const game = await ask(`/api/games/${encodeURIComponent(address.get("game"))}`);
      await open(game, { at: address.get("at"), id: game.id });
    } else {
      const tree = Tree.fromText(address.get("moves") ?? "", address.get("start"));
      tree.remarks = address.getAll("remark");
      await session.opened(tree, { info: { title: address.get("title") ?? null }, at: address.get("at") });
    }
  } catch (error) {
    notice(error.message);
    if (!bench.frame) await session.start();
  }
}

/** Puts a game of the library, or one that was read, on the board. */
async function open(game, { at = null } = {}) {
  const { start, moves: line, tree, black, white, title, ...facts } = game;
  const opened = tree ? Tree.fromList(tree) : Tree.fromText(line, start);
  const names = black || white ? `${black ?? "?"} – ${white ?? "?"}` : null;
  await session.ask("There is a game on the board that is not over. Open the other one?", "Open it", async () => {
    const isPosition = opened.root.children.length === 0;
    await session.opened(opened, { info: { ...facts, black, white, title: title ?? names }, at: at ?? (isPosition ? null : "0") });
    if (tabs.shown === "library") tabs.show(wide.matches ? "analysis" : "moves");
  });
}

/** A square was chosen: an answer, or a move. */
function choose(square) {
  if (drill.isOpen) {
    board.point(square);
    drill.answer(square);
    return;
  }
  bench.play(square).catch((error) => notice(error.message));
}

/** A move that was typed; whether it was one. */
async function typed(square) {
  if (!bench.frame?.legal.includes(square) || session.isThinking) {
    notice(session.isThinking ? "The opponent is thinking." : `${square} is not a legal move here.`);
    return false;
  }
  if (drill.isOpen) {
    choose(square);
    return true;
  }
  try {
    return await bench.play(square);
  } catch (error) {
    notice(error.message);
    return false;
  }
}

async function playLine(line) {
  const from = bench.node;
  for (const square of line) {
    if (!(await bench.play(square, { cause: "step" }))) return;
  }
  await bench.go(bench.tree.find(from.moves + line[0]));
}

function step(where) {
  const node = bench.heading;
  const siblings = node.parent?.children ?? [node];
  const beside = (by) => siblings[siblings.indexOf(node) + by];
  const to = { first: bench.tree.root, back: node.parent, next: node.children[0], last: node.end, up: beside(-1), down: beside(1) }[where];
  if (to && to !== node) bench.go(to, { animate: where === "next" || where === "back" });
}

function undo() {
  session.cancel();
  bench.undo();
}

function nextMistake() {
  const nodes = review.mistakes.map(([node]) => node);
  const next = nodes.find((node) => node.number > bench.node.number) ?? nodes[0];
  if (next) bench.go(next);
  else notice("No mistake is known: judge the game under Analysis.");
}

/** Shows the position that the bench has come to. */
function show({ cause, animate = false }) {
  const { frame, node } = bench;
  if (!frame) return;
  if (cause !== "step" || animate || board.frame !== frame) board.show(frame, { animate });
  for (const seat of document.querySelectorAll(".seat")) {
    const { side } = seat.dataset;
    seat.querySelector(".count").textContent = frame[side];
    seat.classList.toggle("to-move", !frame.result && frame.mover === side);
    const name = seat.querySelector(".seat-name");
    name.textContent = name.title = session.nameOf(side);
  }
  session.arrive(cause);
  board.setOpen(!frame.result && !session.isThinking, { thinking: session.isThinking });
  const status = words(frame);
  find("#status").textContent = status;
  find("#title").textContent = bench.info.title ?? "";
  find("#title").hidden = !bench.info.title;
  const opening = find("#opening");
  const unfolds = frame.opening && frame.opening !== opening.textContent ? `The opening is ${frame.opening}.` : "";
  opening.hidden = !frame.opening;
  opening.textContent = frame.opening ?? "";
  find("#where").textContent = `${node.number} of ${node.end.number}`;
  find("#undo").disabled = bench.past.length === 0;
  find("#redo").disabled = bench.future.length === 0;
  find("#solve").disabled = Boolean(frame.result) || 64 - frame.black - frame.white > MOST_SOLVED;
  find("#solve").title = `Every move to the last disc, from ${MOST_SOLVED} empty squares on`;
  find("#hint").disabled = Boolean(frame.result) || drill.isOpen;
  announce([animate ? lastWords(frame) : "", unfolds, status].filter(Boolean).join(" "));
  if (cause !== "step" || animate) notice(null);
  tellFacts();
  drawGraph();
  drawValues();
  explore();
}

function words(frame) {
  if (frame.result) return resultWords(frame);
  const mover = NAMES[frame.mover];
  return passWords(frame) + (session.isThinking ? `${mover} is thinking…` : `${mover} to move.`);
}

/** A line about something that happened, or none. */
function notice(text) {
  const place = find("#notice");
  place.hidden = !text;
  place.textContent = text ?? "";
}

/** Asks before something gives way to something else. */
function question(text, yes, onYes, onNo) {
  const place = find("#ask");
  place.hidden = text === null;
  if (text === null) return;
  find("#ask-words").textContent = text;
  find("#ask-yes").textContent = yes;
  announce(text);
  find("#ask-yes").onclick = () => {
    place.hidden = true;
    onYes();
  };
  find("#ask-no").onclick = () => {
    place.hidden = true;
    onNo?.();
  };
}

function drawGraph() {
  const line = bench.shownLine;
  const points = line.map((node) => {
    const frame = bench.frameOf(node);
    return { judged: bench.judgedOf(node), discs: frame ? frame.black - frame.white : null };
  });
  graph.draw(points, line.indexOf(bench.node));
}

/** Values on squares, and the evaluation bar. */
function drawValues() {
  if (drill.isOn) {
    find("#evaluation").classList.add("unknown");
    find("#evaluation .said").textContent = "";
    return;
  }
  const isShown = analysis.isOn && squaresShown;
  find("#values").setAttribute("aria-pressed", isShown);
  board.setValues(isShown ? analysis.values : null);
  const judged = bench.judgedOf(bench.node);
  const known = analysis.isOn ? analysis.forBlack : null;
  const { result } = bench.frame ?? {};
  const ended = result ? { discs: result.winner === "white" ? -result.margin : result.margin, isExact: true } : null;
  const seen = ended ?? known ?? (judged ? { discs: judged.black, isExact: judged.played.plies === null } : null);
  const bar = find("#evaluation");
  const share = seen ? 50 + 50 * Math.tanh(seen.discs / 20) : 50;
  bar.style.setProperty("--share", `${share}%`);
  bar.classList.toggle("unknown", !seen);
  bar.classList.toggle("exact", Boolean(seen?.isExact));
  const text = seen ? (seen.isExact ? signed(seen.discs) : estimate(seen.discs)) : "";
  bar.querySelector(".said").textContent = text;
  bar.setAttribute("aria-label", seen ? `${text} discs for Black, ${seen.isExact ? "proven" : "expected"}` : "No evaluation");
}

function toggleValues() {
  if (!analysis.isOn) {
    squaresShown = true;
    analysis.toggle(true);
  } else {
    squaresShown = !squaresShown;
    drawValues();
  }
}

/** Up to here a page has positions solved. */
const MOST_SOLVED = 24;

/** Solves the position: all moves to the last disc. */
function solve() {
  tabs.show("analysis");
  find("#search-form").seconds.value = "60";
  squaresShown = true;
  analysis.known.clear();
  analysis.exact = MOST_SOLVED;
  analysis.toggle(true);
}

/** Points to the best move, without a number. */
async function hint() {
  const { node, frame } = bench;
  if (!frame || frame.result || drill.isOpen) return;
  try {
    const { values } = await ask("/api/values", { game: bench.line(), judge: { plies: 6, exact: 14 } });
    if (node !== bench.node || values.length === 0) return;
    board.point(values[0].square);
    announce(`Hint: ${values[0].square}.`);
    notice(`Hint: ${values[0].square}.`);
  } catch (error) {
    notice(error.message);
  }
}

/** What the library knows of the position, if somebody looks. */
function explore() {
  if (!bench.frame || tabs.shown !== "explorer") return;
  explorer.show({ ...bench.line(), mover: bench.frame.mover });
  listGames();
}

const throughList = element("ol", { className: "games" });
const throughCard = element("section", { className: "card", "aria-labelledby": "through-title" }, element("h2", { id: "through-title", text: "Games through here" }), throughList);
throughCard.hidden = true;
find("#panel-explorer").append(throughCard);

/** Some games that came to the position, the newest first. */
async function listGames() {
  const { node } = bench;
  try {
    const { games } = await ask(`/api/games?${new URLSearchParams(bench.line())}`);
    if (node !== bench.node) return;
    throughList.replaceChildren(...games.slice(0, 12).map((game) => library.item(game)));
    throughCard.hidden = games.length === 0 || node === bench.tree.root;
  } catch {
    throughCard.hidden = true;
  }
}

/** What is known of the game. */
function tellFacts() {
  const { info } = bench;
  const facts = [
    ["Black", info.black],
    ["White", info.white],
    ["Event", info.event],
    ["Date", info.date],
    ["Result", info.margin == null ? null : `${signed(info.margin)} for Black`],
    ["Best play", info.best_discs == null ? null : `${info.best_discs} discs for Black, by its source`],
    ["Scores", info.scores?.length ? info.scores.map(({ square, discs }) => `${square} ${signed(discs)}`).join(", ") : null],
    ["From", info.source],
    ["Read as", info.format],
    ["Cut off", info.fault],
  ].filter(([, value]) => value);
  find("#facts").replaceChildren(...facts.flatMap(([name, value]) => [element("dt", { text: name }), element("dd", { text: value })]));
  find("#facts").hidden = facts.length === 0;
  manageGame(info);
}

/** Renaming, archiving and deleting a game of the library. */
function manageGame({ id = null, title = "" }) {
  const place = find("#manage-place");
  if (place.dataset.id === String(id ?? "")) return;
  place.dataset.id = id ?? "";
  if (id === null) {
    place.replaceChildren();
    return;
  }
  const part = element("details", { className: "manage", "data-manage": `/api/games/${id}`, "data-list": "/#tab=library", "data-kind": "game" },
    element("summary", { text: "Rename, archive or delete" }),
    element("form", { className: "manage-name" },
      element("label", { className: "field" }, element("span", { text: "Title" }), element("input", { name: "name", maxlength: 200, autocomplete: "off", value: title ?? "" })),
      element("button", { type: "submit", text: "Rename" })),
    element("div", { className: "actions" },
      element("button", { type: "button", "data-archive": "", text: "Archive" }),
      element("button", { type: "button", className: "danger", "data-delete": "", text: "Delete" })),
    element("p", { className: "wrong", role: "alert", hidden: "" }));
  place.replaceChildren(part);
  connect(part);
}

/** The game as it is written down. */
function written() {
  const { black, white, event, date } = bench.info;
  return { tree: bench.tree.toList(), black: black ?? session.nameOf("black"), white: white ?? session.nameOf("white"), ...(event ? { event } : {}), ...(date ? { date } : {}) };
}

async function keepGame() {
  try {
    const { id } = await ask("/api/games/keep", written());
    bench.info = { ...bench.info, id, text: bench.tree.toText(), remarks: bench.tree.remarks };
    session.keep();
    tellFacts();
    notice(`Kept as game ${id}, with variations and remarks.`);
  } catch (error) {
    notice(error.message);
  }
}

async function writeGame() {
  const to = find("#write-format").value;
  const isPosition = ["obf", "boards", "drawings"].includes(to);
  const game = isPosition ? { tree: Tree.fromText(bench.node.moves, bench.tree.start).toList() } : written();
  try {
    const response = await fetch("/api/games/write", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ...game, to }) });
    if (!response.ok) throw new Error((await response.json()).error);
    const ending = { sgf: "sgf", ggf: "ggf", pgn: "pgn", obf: "obf" }[to] ?? "txt";
    const address = URL.createObjectURL(await response.blob());
    element("a", { href: address, download: `game.${ending}` }).click();
    URL.revokeObjectURL(address);
  } catch (error) {
    notice(error.message);
  }
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    notice(done);
  } catch {
    notice(text);
  }
}

