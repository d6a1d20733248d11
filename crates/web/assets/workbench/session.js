// The sitting at the board: who plays, whose turn it is, the clocks, what is kept and what the address says.
//
// A game is live while it is played here; what is opened is not. The browser remembers everything after each move, and the
// address leads to the position that is shown, so that a reload, the way back and a restart of the server lose nothing.

import { announce, ask, element } from "../api.js";
import { remember, remembered, save, sendAll } from "../keep.js";
import { Clock } from "./clock.js";
import { Opponent } from "./opponent.js";
import { Tree } from "./tree.js";

const find = (selector) => document.querySelector(selector);
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** So many letters of remarks stand in an address, as they are written there: programs that pass it on cut longer ones. */
const MOST_REMARKS = 4000;

/** While somebody writes a remark the address waits so long: browsers refuse one that changes with every letter. */
const PAUSE = 400;

export class Session {
  constructor(bench, { onSettings, notice, ask: question }) {
    Object.assign(this, { bench, onSettings, notice, question });
    this.tab = "opponent";
    this.live = false;
    this.seats = { black: null, white: null };
    this.seed = 0;
    this.saved = null;
    this.isThinking = false;
    this.asked = 0;
    this.started = null;
    bench.sitting = {
      save: () => ({ live: this.live, seats: this.seats, seed: this.seed, saved: this.saved, started: this.started }),
      load: (sitting) => Object.assign(this, sitting),
    };
    this.opponent = new Opponent({ onChange: () => this.settingsChanged() });
    this.clock = new Clock({ onEnd: (side) => this.timeIsUp(side) });
  }

  async load() {
    // The dial is not worth waiting for.
    this.opponent.load().catch((error) => this.notice(error.message));
  }

  /** Goes on with what was on the board; the address may ask for something else. */
  async begin({ open, tabs }) {
    // Until something is on the board the address stays as it is: it may be changed, or loaded again, in the meantime.
    this.isBeginning = true;
    const asked = location.hash;
    tabs.show(await this.beginAsAsked(open));
    this.isBeginning = false;
    if (location.hash === asked) this.keep();
    else await this.follow({ open, tabs });
  }

  /** Puts the first game on the board. Gives the tab to be shown. */
  async beginAsAsked(open) {
    const before = remembered();
    if (before?.settings) this.opponent.settings = before.settings;
    const query = new URLSearchParams(location.search);
    const hash = new URLSearchParams(location.hash.slice(1));
    const wanted = query.size > 0 ? query : hash;
    const opponent = query.get("opponent");
    const isKnown = opponent && [...this.opponent.form.opponent.options].some((option) => option.value === opponent);
    const names = wanted.has("moves") || wanted.has("start") || wanted.has("game");
    // Asked once: a reload goes on with the game and does not begin it again.
    if (query.size > 0) history.replaceState(null, "", `/${location.hash}`);
    const tab = wanted.get("tab") ?? hash.get("tab") ?? before?.tab ?? "opponent";
    if (before && (before.shown === location.hash || this.isSame(before, hash)) && !isKnown && query.size === 0) {
      await this.resume(before);
    } else {
      const start = async () => {
        if (isKnown) {
          this.opponent.form.opponent.value = opponent;
          this.opponent.usualStrength();
          this.opponent.fieldsChanged();
        }
        if (query.has("side")) this.opponent.settings = { side: query.get("side") };
        // A position in the query is to be played on, as links of other pages have it.
        if (isKnown || query.has("side")) await this.start({ start: query.get("start"), moves: query.get("moves") ?? "" });
        else if (names) await open(wanted);
        else await this.start();
      };
      if (before && this.isGoing(before) && (isKnown || names)) {
        await this.resume(before);
        this.question("There is a game on the board that is not over. Put the other one in its place?", "Yes, replace it", start);
      } else {
        if (before && !names && !isKnown) await this.resume(before);
        else await start();
      }
    }
    return tab;
  }

  /** The address was changed by hand, or one went back. */
  async follow({ open, tabs }) {
    const hash = new URLSearchParams(location.hash.slice(1));
    if (hash.has("tab") && hash.get("tab") !== tabs.shown) tabs.show(hash.get("tab"));
    if (this.isSame(this.state(), hash)) {
      if (hash.has("at")) this.bench.go(this.bench.place(hash.get("at")));
    } else if (hash.has("moves") || hash.has("start") || hash.has("game")) {
      // What was on the board before is there with its remarks.
      const before = this.bench.past.findLast(({ list, info }) => this.isSame({ tree: list, info }, hash));
      if (!before) {
        await open(hash);
        return;
      }
      this.bench.mark();
      await this.bench.restore(before);
      if (hash.has("at")) await this.bench.go(this.bench.place(hash.get("at")));
    }
  }

  /** Whether an address leads to this game, wherever in it. */
  isSame(state, hash) {
    if (!hash.has("moves") && !hash.has("game") && !hash.has("start")) return true;
    const tree = Tree.fromList(state.tree);
    if (hash.has("game")) return String(state.info?.id ?? "") === hash.get("game") && tree.toText() === state.info?.text;
    const isSaid = !hash.has("remark") || hash.getAll("remark").join("\n") === tree.remarks.join("\n");
    return isSaid && tree.toText() === (hash.get("moves") ?? "") && (tree.start ?? "") === (hash.get("start") ?? "");
  }

  isGoing({ live, over, tree, from = "" }) {
    return Boolean(live) && !over && tree.moves.length > from.length / 2;
  }

  /** Whether a game is going on here that is not over. */
  get isPlaying() {
    const { frame, node, tree } = this.bench;
    if (!this.live || !frame) return false;
    const end = this.bench.frameOf(node.end);
    return !end?.result && tree.root.end.number > (this.started ?? "").length / 2;
  }

  async resume(before) {
    const { tree, at, live, seats, seed, saved = null, info = {}, clock, from } = before;
    Object.assign(this, { live, seats, seed, saved, started: from ?? "" });
    this.clock.left = clock ?? null;
    await this.bench.open(Tree.fromList(tree), { info, at: at || null, cause: "resume", undoable: false });
  }

  /** A new game, from the usual start or from another position. */
  async start({ start = null, moves = "" } = {}) {
    this.question(null);
    this.cancel();
    this.seats = this.opponent.seats;
    this.seed = crypto.getRandomValues(new Uint32Array(1))[0];
    this.saved = null;
    this.live = true;
    this.started = moves;
    this.chosen = this.opponent.settings;
    this.clock.set(this.opponent.minutes);
    this.leave();
    await this.bench.open(Tree.fromText(moves, start), { at: moves || null, cause: "new" });
  }

  /** Something that was played elsewhere is put on the board. */
  async opened(tree, { info = {}, at = null }) {
    this.cancel();
    Object.assign(this, { live: false, seats: { black: null, white: null }, saved: null, started: null });
    this.clock.set(0);
    this.leave();
    const original = info.id ? { text: tree.toText(), remarks: tree.remarks } : {};
    await this.bench.open(tree, { info: { ...info, ...original }, at });
  }

  /** From the position that is shown one plays on against the chosen opponent; the game stays where it is. */
  async playOn() {
    this.cancel();
    this.seats = this.opponent.seats;
    this.seed = crypto.getRandomValues(new Uint32Array(1))[0];
    this.saved = null;
    this.live = true;
    this.started = this.bench.node.moves;
    this.chosen = this.opponent.settings;
    this.clock.set(this.opponent.minutes);
    this.notice("The game goes on from here.");
    await this.bench.go(this.bench.node, { cause: "new" });
    this.onSettings();
  }

  /** Asks before a game that is not over gives way; where there is none, nothing is asked. */
  ask(words, yes, work, onNo) {
    if (!this.isPlaying) return work();
    this.question(words, yes, work, onNo);
    return null;
  }

  /** A new game, if it is wanted. */
  propose() {
    this.ask("The game on the board is not over. Start a new one?", "Start the new game", () => this.start());
  }

  settingsChanged() {
    this.keep();
    if (!this.live) return;
    this.ask("Start a new game with these settings?", "Start the new game", () => this.start(), () => {
      if (this.chosen) this.opponent.settings = this.chosen;
      this.keep();
    });
  }

  nameOf(side) {
    if (this.live) return this.seats[side] ? Opponent.title(this.seats[side]) : "You";
    return this.bench.info[side] ?? (side === "black" ? "Black" : "White");
  }

  /** What was on its way from the opponent comes too late. */
  cancel() {
    this.asked += 1;
    this.isThinking = false;
  }

  /** The board is needed for something else for a while. */
  suspend() {
    this.cancel();
    this.clock.run(null);
    this.suspended ??= { live: this.live, seats: this.seats, started: this.started, saved: this.saved };
    this.live = false;
  }

  revive() {
    if (this.suspended) Object.assign(this, this.suspended);
    this.suspended = null;
  }

  /** The board has come to a position. The opponent answers where somebody has just played, and nowhere else. */
  arrive(cause) {
    this.cancel();
    const { frame, node } = this.bench;
    const isTip = node.children.length === 0;
    const player = this.live && isTip && !frame.result ? this.seats[frame.mover] : null;
    const isTurn = ["play", "new", "resume"].includes(cause);
    if (player && isTurn) this.answer(player);
    this.clock.run(this.live && isTip && !frame.result && (node.number > 0 || player) ? frame.mover : null);
    if (this.live && frame.result && isTip && isTurn) this.finish();
    if (!frame.result) find("#teach").hidden = true;
    this.keep();
  }

  async answer(player) {
    const asked = ++this.asked;
    this.isThinking = true;
    const { bench } = this;
    const { node, turn } = bench;
    const pause = still.matches || document.body.classList.contains("still") ? 0 : 260;
    try {
      const [reply] = await Promise.all([
        bench.patiently(turn, () => Opponent.move(player, bench.line(node), this.seed)),
        new Promise((done) => { setTimeout(done, pause); }),
      ]);
      if (asked !== this.asked || bench.node !== node) return;
      this.isThinking = false;
      await bench.take(node, reply.square, reply.position, { cause: "play", undoable: false });
    } catch (error) {
      if (asked !== this.asked) return;
      this.isThinking = false;
      this.notice(error.message);
    }
  }

  timeIsUp(side) {
    this.cancel();
    this.live = false;
    const [name, other] = side === "black" ? ["Black", "White"] : ["White", "Black"];
    this.notice(`${name}’s time is up: ${other} wins on time.`);
    this.onSettings();
  }

  /** Saves a game that is over, once. */
  async finish() {
    this.offerToTeach();
    if (this.saved) {
      this.tellSaved();
      return;
    }
    const { bench, seed } = this;
    const game = bench.line();
    const key = `${seed}-${game.moves}`;
    const sent = { key, game, black: this.seats.black ?? "You", white: this.seats.white ?? "You" };
    const isSame = () => this.seed === seed;
    const attempt = async (send) => {
      try {
        const id = await send();
        if (!isSame() || id === null || id === undefined) return;
        this.saved = id;
        this.keep();
        this.tellSaved();
      } catch (error) {
        if (!isSame()) return;
        find("#review-kept").textContent = `The game is not saved yet: ${error.message} It is tried again.`;
        setTimeout(() => { if (isSame() && !this.saved) attempt(async () => (await sendAll()).get(key)); }, 3000);
      }
    };
    await attempt(() => save(sent));
  }

  tellSaved() {
    const link = element("a", { text: `game ${this.saved}`, href: `/?game=${this.saved}` });
    find("#review-kept").replaceChildren("Saved as ", link, ".");
  }

  /** Lets a game that is over teach the opponent, if it learns from people and somebody wants it to. */
  offerToTeach() {
    const place = find("#teach");
    const side = ["black", "white"].find((seat) => this.seats[seat]);
    const name = side ? this.seats[side].split(":")[0] : null;
    const option = [...this.opponent.form.opponent.options].find(({ value }) => value === name);
    place.hidden = !option || !("learns" in option.dataset);
    const [button, words] = place.children;
    button.disabled = false;
    words.textContent = "";
    const game = this.bench.line();
    button.onclick = async () => {
      button.disabled = true;
      try {
        const taught = await ask("/api/teach", { game, player: name, side });
        const address = `/?opponent=${encodeURIComponent(taught.player)}`;
        words.replaceChildren(element("a", { text: taught.player, href: address }), ` has learned from ${taught.games} games now.`);
      } catch (error) {
        words.textContent = error.message;
      }
    };
  }

  /** Everything that a reload needs. */
  state() {
    // Whoever reloads on the way to a position comes to it.
    const { tree, node, heading, info } = this.bench;
    const { live, seats, seed, saved, started } = this;
    const end = this.bench.frameOf(node.end);
    return {
      tree: tree.toList(), at: heading.moves, info, live, seats, seed, saved, from: started ?? "",
      over: Boolean(end?.result), clock: this.clock.left, settings: this.opponent.settings, tab: this.tab,
    };
  }

  /** Keeps the game and the settings where a reload finds them, and lets the address lead here. */
  keep() {
    const { bench } = this;
    if (this.isBeginning || !bench.frame || bench.info.isDrill) return;
    const { moves, whole } = this.address();
    clearTimeout(this.leading);
    this.leading = null;
    if (moves === this.led && whole !== location.hash) {
      const before = location.hash;
      // Whoever changes the address meanwhile wants to go there.
      this.leading = setTimeout(() => { if (location.hash === before) this.lead(); }, PAUSE);
    } else if (whole !== location.hash) history.replaceState(null, "", whole);
    this.led = moves;
    // What was written is not lost if the page is loaded again before the address has it.
    remember({ ...this.state(), shown: location.hash });
  }

  /** Lets the address lead here at once. Whether it has all remarks. */
  lead() {
    const { whole, isComplete } = this.address();
    clearTimeout(this.leading);
    this.leading = null;
    if (whole !== location.hash) history.replaceState(null, "", whole);
    remember({ ...this.state(), shown: location.hash });
    return isComplete;
  }

  /** Something else is coming: the way back leads here. */
  leave() {
    if (!this.bench.frame) return;
    if (this.leading !== null && !this.bench.info.isDrill) this.lead();
    history.pushState(null, "", location.href);
  }

  /** The address of what is shown: its moves alone, and with the remarks as far as there is room for them. */
  address() {
    const { bench } = this;
    const { id, text: original, remarks: known = [] } = bench.info;
    const [text, remarks] = [bench.tree.toText(), bench.tree.remarks];
    const said = new URLSearchParams(remarks.map((remark) => ["remark", remark]));
    const isComplete = `${said}`.length <= MOST_REMARKS;
    const isNew = isComplete && remarks.join("\n") !== known.join("\n");
    const address = new URLSearchParams();
    const isKept = id && text === original && !this.live && !isNew;
    if (isKept) address.set("game", id);
    else if (text || bench.tree.start) {
      if (bench.tree.start) address.set("start", bench.tree.start);
      if (text) address.set("moves", text);
    }
    if (text) address.set("at", bench.heading.isMain ? bench.heading.number : bench.heading.moves);
    address.set("tab", this.tab);
    // Brackets may stand in an address as they are.
    const hash = (parameters) => `#${parameters}`.replaceAll("%28", "(").replaceAll("%29", ")");
    const moves = hash(address);
    if (!isKept && isComplete) for (const remark of remarks) address.append("remark", remark);
    const words = find("#remarks-left-out");
    if (words.hidden && !isComplete) announce(words.textContent);
    words.hidden = isComplete;
    return { moves, whole: hash(address), isComplete };
  }
}
