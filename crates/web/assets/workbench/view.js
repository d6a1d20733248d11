// How the board looks: turned, with overlays, with or without motion. Kept in the browser.

import { ask } from "../api.js";
import { read, write } from "../keep.js";

const KEY = "outflank.view";
const USUAL = { way: 0, stable: false, frontier: false, regions: false, numbers: false, preview: true, animation: true, shortcuts: true };

export class View {
  constructor(bench, board) {
    this.bench = bench;
    this.board = board;
    this.set = { ...USUAL, ...read(KEY) };
    for (const box of document.querySelectorAll("[data-view]")) {
      box.checked = this.set[box.dataset.view];
      box.addEventListener("change", () => this.change(box.dataset.view, box.checked));
    }
    for (const button of document.querySelectorAll("[data-turn]")) {
      button.addEventListener("click", () => this.turn(button.dataset.turn));
    }
    document.addEventListener("click", (event) => {
      const menu = document.querySelector("#view");
      if (menu.open && !menu.contains(event.target)) menu.open = false;
    });
    bench.on("position", () => this.overlay());
    this.apply();
  }

  change(name, value) {
    this.set[name] = value;
    write(KEY, this.set);
    this.apply();
    this.overlay();
  }

  /** The eight ways to lay a board: quarter turns, and the mirror. */
  turn(how) {
    const { way } = this.set;
    const next = { rotate: (way & 4) | ((way + 1) & 3), mirror: way ^ 4, upright: 0, around: (way & 4) | ((way + 2) & 3) }[how];
    this.change("way", next);
  }

  apply() {
    this.board.turn(this.set.way);
    this.board.preview = this.set.preview;
    document.body.classList.toggle("still", !this.set.animation);
  }

  async overlay() {
    const { node } = this.bench;
    const { stable, frontier, regions, numbers } = this.set;
    this.board.setNumbers(numbers ? this.bench.node.path.slice(1).map(({ square }) => square) : []);
    if (!stable && !frontier && !regions) {
      this.board.setOverlays({});
      return;
    }
    try {
      const seen = await ask("/api/overlays", this.bench.line());
      if (node !== this.bench.node) return;
      this.board.setOverlays({
        stable: stable ? seen.stable : [],
        frontier: frontier ? seen.frontier : [],
        odd: regions ? seen.regions.filter((region) => region.length % 2 === 1).flat() : [],
        even: regions ? seen.regions.filter((region) => region.length % 2 === 0).flat() : [],
      });
    } catch {
      this.board.setOverlays({});
    }
  }
}
