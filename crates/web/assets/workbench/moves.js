// The moves with their variations, what they gave away, and the names of openings.

import { element } from "../api.js";
import { NAMES } from "../words.js";

const find = (selector) => document.querySelector(selector);
const SIGNS = { slip: "?!", mistake: "?", blunder: "??" };

export class Moves {
  constructor(bench) {
    this.bench = bench;
    this.buttons = new Map();
    bench.on("tree", () => this.draw());
    bench.on("position", () => this.mark());
    const note = find("#note");
    note.addEventListener("submit", (event) => event.preventDefault());
    note.comment.addEventListener("input", () => {
      bench.node.comment = note.comment.value;
      this.buttons.get(bench.node)?.classList.toggle("commented", Boolean(note.comment.value));
      bench.tell("tree");
    });
    find("#promote").addEventListener("click", () => bench.change((tree) => tree.promote(bench.node)));
    find("#delete-line").addEventListener("click", () => {
      const { node } = bench;
      if (node.parent) bench.change((tree) => tree.remove(node), node.parent);
    });
  }

  draw() {
    this.buttons.clear();
    const list = find("#moves");
    list.replaceChildren(...this.line(this.bench.tree.root));
    find("#no-moves").hidden = this.bench.tree.root.children.length > 0;
    this.mark();
  }

  /** The items of a line: its moves, and after each the lines that leave it. */
  line(from) {
    const items = [];
    for (let node = from; node.children.length > 0; [node] = node.children) {
      const [main, ...others] = node.children;
      items.push(...this.move(main));
      if (others.length > 0) items.push(this.variations(others));
    }
    return items;
  }

  move(node) {
    const { side, opening } = this.bench.factsOf(node);
    const judged = this.bench.judgedOf(node);
    const button = element("button", { type: "button" }, element("span", { className: "number", text: `${node.number}` }), node.square);
    const words = side ? [NAMES[side]] : [];
    if (judged && judged.quality !== "good") {
      button.append(element("span", { className: "sign", text: SIGNS[judged.quality] }));
      words.push(`${judged.quality}, ${judged.loss.toFixed(1)} discs given away`);
      button.title = `${judged.loss.toFixed(1)} discs given away; ${judged.best.square} was better`;
    }
    if (node.comment) words.push("with a remark");
    button.append(element("span", { className: "unseen", text: ` ${words.join(", ")}` }));
    button.addEventListener("click", () => this.bench.go(node));
    button.classList.toggle("commented", Boolean(node.comment));
    this.buttons.set(node, button);
    const item = element("li", { className: `move ${side ?? ""} ${judged?.quality ?? ""}`.trim() }, button);
    return opening ? [item, element("li", { className: "named", text: opening })] : [item];
  }

  variations(nodes) {
    const lines = nodes.map((node) => element("li", {}, element("ol", { className: "moves" }, ...this.move(node), ...this.line(node))));
    return element("li", { className: "variations" }, element("ul", {}, ...lines));
  }

  /** Shows where one is. */
  mark() {
    const { node, tree } = this.bench;
    for (const [of, button] of this.buttons) {
      const isNow = of === node;
      button.parentElement.classList.toggle("now", isNow);
      if (isNow) {
        button.setAttribute("aria-current", "step");
        const list = find("#moves");
        const [top, height] = [button.offsetTop - list.offsetTop, button.offsetHeight];
        if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
      } else {
        button.removeAttribute("aria-current");
      }
    }
    const note = find("#note");
    if (document.activeElement !== note.comment || note.comment.value !== node.comment) note.comment.value = node.comment;
    find("#note-words").textContent = node === tree.root ? "Remark on the start" : `Remark on ${node.number}. ${node.square}`;
    find("#promote").disabled = node.isMain;
    find("#delete-line").disabled = node === tree.root;
  }
}
