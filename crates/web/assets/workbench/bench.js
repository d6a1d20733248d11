// What is on the workbench: a game with its variations and the position that is shown. Everything else listens to it.
//
// Listeners are told `position` when another position is shown (with its cause: play, new, open, resume, step, undo) and
// `tree` when the game changed. What the server said of positions is remembered by the moves that lead to them.

import { ask } from "../api.js";
import { Tree } from "./tree.js";

/** How often something can be undone. */
const UNDONE = 200;

export class Bench {
  constructor() {
    this.tree = new Tree();
    this.node = this.tree.root;
    /** Where the board is on its way to: whoever steps quickly steps from there. */
    this.heading = this.node;
    this.frame = null;
    this.info = {};
    this.frames = new Map();
    this.judged = new Map();
    this.sides = new Map();
    this.past = [];
    this.future = [];
    /** Who plays, kept with what can be undone: `save` and `load`. */
    this.sitting = null;
    this.listeners = { position: [], tree: [], trouble: [] };
    this.turn = 0;
  }

  on(event, listener) {
    this.listeners[event].push(listener);
  }

  tell(event, ...said) {
    for (const listener of this.listeners[event]) listener(...said);
  }

  /** A position as it is sent. */
  line(node = this.node) {
    return this.tree.start ? { start: this.tree.start, moves: node.moves } : { moves: node.moves };
  }

  key(node) {
    return `${this.tree.start ?? ""}|${node.moves}`;
  }

  frameOf(node) {
    return this.frames.get(this.key(node)) ?? null;
  }

  judgedOf(node) {
    return this.judged.get(this.key(node)) ?? null;
  }

  /** Who made the move of a node, and the opening that it completes. */
  factsOf(node) {
    const frame = this.frameOf(node);
    const facts = this.sides.get(this.key(node));
    if (!frame?.last) return facts ?? { side: null, opening: null };
    const before = node.parent ? this.frameOf(node.parent) : null;
    const isNew = frame.opening && before && frame.opening !== before.opening;
    return { side: frame.last.side, opening: facts?.opening ?? (isNew ? frame.opening : null) };
  }

  /** The line that the shown position is on, to its end. */
  get shownLine() {
    return this.node.end.path;
  }

  /** Tries again what failed because the server was away or busy. A later turn ends it. */
  async patiently(turn, work) {
    for (;;) {
      try {
        const done = await work();
        if (turn === this.turn) this.tell("trouble", null);
        return done;
      } catch (error) {
        if (turn !== this.turn || !error.passing) throw error;
        this.tell("trouble", `${error.message} It is tried again.`);
        await new Promise((resolve) => { setTimeout(resolve, 1000); });
        if (turn !== this.turn) throw error;
      }
    }
  }

  /** Asks for all positions of a line at once. */
  async fetchLine(node) {
    const { path } = node.end;
    const frames = await ask("/api/frames", this.line(node.end));
    path.forEach((at, index) => this.frames.set(this.key(at), frames[index]));
  }

  /** Shows a position. Whatever was on its way to the board before comes too late. */
  async go(node, { cause = "step", animate = false } = {}) {
    const turn = ++this.turn;
    this.heading = node;
    if (!this.frameOf(node)) await this.patiently(turn, () => this.fetchLine(node));
    if (turn !== this.turn) return false;
    this.node = node;
    this.frame = this.frameOf(node);
    this.tell("position", { cause, animate });
    return true;
  }

  /** Plays a move in the position that is shown: the next one of the tree, or a variation. */
  async play(square, { cause = "play", undoable = true } = {}) {
    const from = this.node;
    const known = from.children.find((child) => child.square === square);
    if (known && this.frameOf(known)) return this.go(known, { cause, animate: true });
    const turn = ++this.turn;
    const line = this.line(from);
    const frame = await this.patiently(turn, () => ask("/api/position", { ...line, moves: line.moves + square }));
    if (turn !== this.turn) return false;
    return this.take(from, square, frame, { cause, undoable });
  }

  /** Takes a move whose position is known into the tree and shows it. */
  take(from, square, frame, { cause = "play", undoable = true } = {}) {
    if (undoable && !from.children.some((child) => child.square === square)) this.mark();
    const node = this.tree.add(from, square);
    this.frames.set(this.key(node), frame);
    this.tell("tree");
    return this.go(node, { cause, animate: true });
  }

  /** Puts another game on the board. */
  async open(tree, { info = {}, at = null, cause = "open", undoable = true } = {}) {
    const turn = ++this.turn;
    const before = this.snapshot();
    const facts = tree.nodes().length > 1
      ? await this.patiently(turn, () => ask("/api/tree", tree.toList()))
      : [];
    if (turn !== this.turn) return false;
    if (undoable && this.frame) this.past.push(before);
    this.tree = tree;
    this.node = tree.root;
    this.heading = this.place(at);
    this.info = info;
    tree.nodes().slice(1).forEach((node, index) => this.sides.set(this.key(node), facts[index]));
    this.tell("tree");
    return this.go(this.place(at), { cause });
  }

  /** The node that an address means: a number of discs of the main line, or the moves themselves. */
  place(at) {
    if (at === null || at === undefined || at === "") return this.tree.root;
    if (!/^\d+$/.test(at)) return this.tree.find(at);
    const { path } = this.tree.root.end;
    return path[Math.min(Number(at), path.length - 1)];
  }

  snapshot() {
    return { list: this.tree.toList(), at: this.node.moves, info: this.info, sitting: this.sitting?.save() };
  }

  /** Remembers the game as it is, before it changes. */
  mark() {
    this.past.push(this.snapshot());
    if (this.past.length > UNDONE) this.past.shift();
    this.future = [];
  }

  /** Changes the tree in a way that can be undone. */
  async change(work, node = this.node) {
    this.mark();
    work(this.tree);
    this.tell("tree");
    await this.go(node, { cause: "step" });
  }

  async undo() {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.snapshot());
    await this.restore(before);
  }

  async redo() {
    const next = this.future.pop();
    if (!next) return;
    this.past.push(this.snapshot());
    await this.restore(next);
  }

  async restore({ list, at, info, sitting }) {
    this.tree = Tree.fromList(list);
    this.node = this.tree.root;
    this.heading = this.tree.find(at);
    this.info = info;
    if (sitting) this.sitting?.load(sitting);
    this.tell("tree");
    await this.go(this.tree.find(at), { cause: "undo" });
  }
}
