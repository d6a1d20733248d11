// The keys of the page: single letters, and moves that are typed as a letter and a digit.

const STEPS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", ArrowUp: "up", ArrowDown: "down" };

/** A letter that begins a move waits so long for its digit. */
const PATIENCE = 700;

export class Keys {
  /** `commands` by their keys; `onStep` is told a direction, `onMove` a square. */
  constructor({ commands, onStep, onMove, isOn }) {
    Object.assign(this, { commands, onStep, onMove, isOn });
    this.letter = null;
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("textarea, input:not([type=checkbox], [type=radio], [type=file]), select, dialog")) return;
    const inGrid = event.target.closest?.("[role=grid], [role=tablist], [role=slider]:not(#graph)");
    if (event.key in STEPS) {
      if (inGrid) return;
      event.preventDefault();
      this.onStep(STEPS[event.key]);
      return;
    }
    if (!this.isOn()) return;
    const key = event.key.toLowerCase();
    if (this.letter && /^[1-8]$/.test(key)) {
      event.preventDefault();
      const square = this.letter.name + key;
      this.drop();
      this.onMove(square);
      return;
    }
    if (/^[a-h]$/.test(key) && !event.repeat) {
      this.wait(key);
      return;
    }
    // A button that has the focus takes Space and Enter for itself.
    if (key === " " && event.target.closest?.("button, a, summary, [role=gridcell], input")) return;
    this.drop();
    if (this.command(event.shiftKey && key !== "?" ? `shift ${key}` : key)) event.preventDefault();
  }

  command(key) {
    const command = this.commands[key];
    command?.();
    return Boolean(command);
  }

  /** A letter may begin a move, or be a command. */
  wait(name) {
    this.drop();
    const timer = setTimeout(() => {
      this.letter = null;
      this.command(name);
    }, PATIENCE);
    this.letter = { name, timer };
  }

  drop() {
    if (this.letter) clearTimeout(this.letter.timer);
    this.letter = null;
  }
}
