// The board on a page. It shows what the server says of a position and knows no rules: legal moves, flips
// and counts all come with the frame.

const COLOURS = { X: "black", O: "white" };
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /** @param {Element} root the `[data-board]` element; `onPlay` is told the square that was chosen. */
  constructor(root, { onPlay = () => {} } = {}) {
    this.root = root;
    this.onPlay = onPlay;
    this.frame = null;
    this.squares = new Map();
    for (const cell of root.querySelectorAll("[data-square]")) this.squares.set(cell.dataset.square, cell);
    this.names = [...this.squares.keys()];
    this.cells = [...this.squares.values()];
    this.way = 0;
    this.preview = true;
    this.focusable = "d3";
    this.cell("d3").tabIndex = 0;
    root.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-square]");
      if (cell) this.choose(cell.dataset.square);
    });
    root.addEventListener("keydown", (event) => this.key(event));
    const hover = (event) => this.showFlips(event.target.closest?.("[data-square]")?.dataset.square);
    root.addEventListener("pointerover", hover);
    root.addEventListener("focusin", hover);
    root.addEventListener("pointerleave", () => this.showFlips(null));
    root.addEventListener("focusout", () => this.showFlips(null));
  }

  /** Lays the board another way: 0 to 3 quarter turns, and 4 more for the mirror. */
  turn(way) {
    this.way = way;
    this.squares.clear();
    this.cells.forEach((cell, index) => {
      const [column, row] = laid(index % 8, Math.floor(index / 8), way);
      const name = this.names[row * 8 + column];
      cell.dataset.square = name;
      cell.tabIndex = name === this.focusable ? 0 : -1;
      this.squares.set(name, cell);
    });
    // A board on its side has ranks along its top.
    const label = (cell, sign) => cell.dataset.square[sign];
    const top = way % 2 === 0 ? 0 : 1;
    this.root.querySelectorAll(".files span").forEach((span, index) => { span.textContent = label(this.cells[index], top); });
    this.root.querySelectorAll(".ranks span").forEach((span, index) => { span.textContent = label(this.cells[8 * index], 1 - top); });
    if (this.frame) {
      const { frame, values } = this;
      for (const cell of this.cells) cell.querySelector(".disc")?.remove();
      this.show(frame, { animate: false });
      this.setValues(values);
    }
  }

  /** Shows what a move would turn over. */
  showFlips(name) {
    for (const cell of this.cells) cell.classList.remove("would-flip");
    if (!name || !this.preview || !this.open) return;
    for (const flipped of this.frame?.flips?.[name] ?? []) this.cell(flipped).classList.add("would-flip");
  }

  /** Signs over squares, by their kind: safe discs, open discs, odd and even regions. */
  setOverlays(overlays) {
    for (const kind of ["stable", "frontier", "odd", "even"]) {
      const squares = new Set(overlays[kind] ?? []);
      for (const [name, cell] of this.squares) cell.classList.toggle(`is-${kind}`, squares.has(name));
    }
  }

  /** Writes the numbers of moves on their discs. */
  setNumbers(squares) {
    for (const cell of this.cells) cell.querySelector(".move-number")?.remove();
    squares.forEach((name, index) => {
      const text = document.createElement("span");
      text.className = "move-number";
      text.textContent = index + 1;
      this.cell(name).append(text);
    });
  }

  /** Puts a ring around a square, or around none. */
  point(name) {
    for (const cell of this.cells) cell.classList.toggle("pointed", cell.dataset.square === name);
  }

  cell(name) {
    return this.squares.get(name);
  }

  /** Shows a position. The last move is animated unless the position is shown as it is. */
  show(frame, { animate = true } = {}) {
    const before = this.frame;
    this.frame = frame;
    const legal = new Set(frame.legal);
    this.names.forEach((name, index) => {
      const cell = this.cell(name);
      const colour = COLOURS[frame.squares[index]];
      this.disc(cell, colour, { isNew: animate && before !== null && frame.last?.square === name });
      cell.classList.toggle("legal", legal.has(name));
      cell.classList.toggle("for-black", legal.has(name) && frame.mover === "black");
      cell.classList.toggle("last", frame.last?.square === name);
      cell.setAttribute("aria-label", this.words(name, colour, legal.has(name)));
    });
    this.delayFlips(animate ? frame.last : null);
    this.point(null);
    this.showFlips(null);
    this.setValues(null);
  }

  words(name, colour, isLegal) {
    const content = colour ?? (isLegal ? "legal move" : "empty");
    const last = this.frame.last?.square === name ? ", last move" : "";
    return `${name}: ${content}${last}`;
  }

  disc(cell, colour, { isNew }) {
    let disc = cell.querySelector(".disc");
    if (!colour) {
      disc?.remove();
      return;
    }
    if (!disc) {
      disc = document.createElement("span");
      disc.className = "disc";
      cell.append(disc);
    }
    disc.classList.toggle("new", isNew);
    disc.classList.toggle("white", colour === "white");
  }

  /** Discs turn over one after the other, away from the one that was placed. */
  delayFlips(last) {
    for (const cell of this.squares.values()) cell.style.removeProperty("--wait");
    for (const name of last?.flips ?? []) {
      const away = Math.max(
        Math.abs(name.charCodeAt(0) - last.square.charCodeAt(0)),
        Math.abs(name.charCodeAt(1) - last.square.charCodeAt(1)),
      );
      this.cell(name).style.setProperty("--wait", `${away * 10}ms`);
    }
  }

  /** Writes what moves are worth on their squares; null takes all of it away. */
  setValues(values) {
    this.values = values;
    for (const cell of this.squares.values()) {
      cell.querySelector(".value")?.remove();
      cell.classList.remove("valued");
    }
    for (const value of values ?? []) {
      const cell = this.cell(value.square);
      if (!cell.classList.contains("legal")) continue;
      const text = document.createElement("span");
      text.className = `value ${value.best ? "best" : value.quality ?? ""}${value.exact ? " exact" : ""}`;
      text.textContent = value.text;
      cell.append(text);
      cell.classList.add("valued");
      cell.setAttribute("aria-label", `${value.square}: legal move, ${value.words}`);
    }
  }

  /** Whether moves may be chosen now, or somebody else is thinking. */
  setOpen(open, { thinking = false } = {}) {
    this.open = open;
    this.root.classList.toggle("quiet", !open);
    this.root.classList.toggle("thinking", thinking);
  }

  choose(name) {
    this.moveFocus(name, { take: false });
    if (this.open && this.cell(name).classList.contains("legal")) this.onPlay(name);
  }

  key(event) {
    const from = event.target.closest("[data-square]")?.dataset.square;
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(from);
    } else if (event.key in KEYS) {
      event.preventDefault();
      const [right, down] = KEYS[event.key];
      const index = this.cells.indexOf(this.cell(from));
      const column = Math.min(7, Math.max(0, (index % 8) + right));
      const row = Math.min(7, Math.max(0, Math.floor(index / 8) + down));
      this.moveFocus(this.cells[row * 8 + column].dataset.square, { take: true });
    }
  }

  /** One square is reached by Tab; the arrows move which one that is. */
  moveFocus(name, { take }) {
    this.cell(this.focusable).tabIndex = -1;
    this.focusable = name;
    this.cell(name).tabIndex = 0;
    if (take) this.cell(name).focus();
  }
}

/** Where the square is from that lies in a place of a board laid another way. */
function laid(column, row, way) {
  let [x, y] = way & 4 ? [7 - column, row] : [column, row];
  for (let turns = way & 3; turns > 0; turns -= 1) [x, y] = [y, 7 - x];
  return [x, y];
}
