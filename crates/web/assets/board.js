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
    this.focusable = "d3";
    this.cell("d3").tabIndex = 0;
    root.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-square]");
      if (cell) this.choose(cell.dataset.square);
    });
    root.addEventListener("keydown", (event) => this.key(event));
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
      this.cell(name).style.setProperty("--wait", `${60 + away * 70}ms`);
    }
  }

  /** Writes what moves are worth on their squares; null takes all of it away. */
  setValues(values) {
    for (const cell of this.squares.values()) {
      cell.querySelector(".value")?.remove();
      cell.classList.remove("valued");
    }
    for (const value of values ?? []) {
      const cell = this.cell(value.square);
      if (!cell.classList.contains("legal")) continue;
      const text = document.createElement("span");
      text.className = `value${value.best ? " best" : ""}${value.exact ? " exact" : ""}`;
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
      const index = this.names.indexOf(from);
      const column = Math.min(7, Math.max(0, (index % 8) + right));
      const row = Math.min(7, Math.max(0, Math.floor(index / 8) + down));
      this.moveFocus(this.names[row * 8 + column], { take: true });
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
