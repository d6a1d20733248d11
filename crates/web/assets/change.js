// What changed between two checkpoints, on endgames whose answers are exact.

import { ask, element } from "./api.js";
import { count } from "./numbers.js";

/** Connects the form; `offer` is told the checkpoints there are. */
export function connectChange(run) {
  const form = document.querySelector("#changed");
  const place = document.querySelector("#changes");
  const problem = document.querySelector("#changed-problem");
  const button = form.querySelector("button");
  /** What was asked last, by its fields: its answer is shown, or on its way, and the fields say what it is the answer to. */
  let asked = null;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    button.disabled = true;
    const question = { before: form.elements.before.value, after: form.elements.after.value };
    asked = question;
    place.replaceChildren(element("p", { className: "hint", text: "Both are solving 200 endgames…" }));
    try {
      const change = await ask("/api/endgames/compare", { before: `${run}@${question.before}`, after: `${run}@${question.after}` });
      if (asked === question) place.replaceChildren(...told(change));
    } catch (error) {
      if (asked !== question) return;
      forget();
      problem.textContent = error.message;
      problem.hidden = false;
    }
    if (asked === question) button.disabled = false;
  });
  /** There is no answer to what the fields say now. */
  function forget() {
    asked = null;
    place.replaceChildren();
    problem.hidden = true;
    button.disabled = false;
  }
  form.addEventListener("change", (event) => {
    event.target.dataset.chosen = "";
    forget();
  });
  return {
    offer(marks) {
      for (const side of ["before", "after"]) {
        const select = form.elements[side];
        const games = marks.map((mark) => String(mark.games));
        // What somebody chose stays, and what was asked; otherwise it is from the first to the last.
        const isChosen = "chosen" in select.dataset && games.includes(select.value);
        const value = asked?.[side] ?? (isChosen ? select.value : games.at(side === "before" ? 0 : -1));
        // A checkpoint may have been replaced by a later one meanwhile.
        if (!games.includes(value)) games.push(value);
        games.sort((one, other) => one - other);
        select.replaceChildren(...games.map((number) => element("option", { value: number, text: `${count(Number(number))} games` })));
        select.value = value;
      }
    },
  };
}

function told(change) {
  const percent = (share) => `${(100 * share).toFixed(0)} %`;
  const row = (words, one) => element("tr", {},
    element("th", { scope: "row", text: words }),
    element("td", { className: "number", text: one.mean_loss.toFixed(2) }, element("small", { text: `${one.mean_loss_low.toFixed(2)} to ${one.mean_loss_high.toFixed(2)}` })),
    element("td", { className: "number", text: percent(one.best_moves) }, element("small", { text: `${percent(one.best_moves_low)} to ${percent(one.best_moves_high)}` })));
  const heads = ["Player", "Discs lost a move", "Best moves"].map((text, index) => element("th", { text, scope: "col", className: index ? "number" : "" }));
  const table = element("div", { className: "scroll", tabindex: "0", role: "group", "aria-label": "What changed" },
    element("table", { className: "data" }, element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, row(change.before.player, change.before), row(change.after.player, change.after))));
  const words = `Of ${change.positions} positions with up to ${change.empties} empty squares it plays ${change.gained} right that it played wrong before, and ${change.lost} wrong that it played right.`;
  const boards = change.moves.map(({ position, best, before, before_loss: lossBefore, after, after_loss: lossAfter }) =>
    element("figure", { className: "mini" }, mini(position, best, before, after),
      element("figcaption", { text: `${position.mover === "black" ? "Black" : "White"}: ${before} (−${lossBefore}) then ${after} (−${lossAfter}); best ${best.join(", ")}` })));
  return [table, element("p", { text: words }), element("div", { className: "minis" }, ...boards)];
}

const SVG = "http://www.w3.org/2000/svg";

/** A small picture of a position with the two moves in it. */
function mini(position, best, before, after) {
  const make = (name, attributes, text = "") => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };
  const picture = make("svg", { viewBox: "0 0 80 80", class: "mini-board", role: "img", "aria-label": `A position; before ${before}, now ${after}, best ${best.join(", ")}` });
  picture.append(make("rect", { class: "felt", width: 80, height: 80 }));
  for (let line = 1; line < 8; line += 1) {
    picture.append(make("line", { class: "rule", x1: line * 10, x2: line * 10, y1: 0, y2: 80 }), make("line", { class: "rule", y1: line * 10, y2: line * 10, x1: 0, x2: 80 }));
  }
  [...position.squares].forEach((square, index) => {
    const [x, y] = [(index % 8) * 10 + 5, Math.floor(index / 8) * 10 + 5];
    if (square === "X" || square === "O") picture.append(make("circle", { class: square === "X" ? "black" : "white", cx: x, cy: y, r: 4 }));
  });
  for (const [square, kind] of [[before, "before"], [after, "after"]]) {
    const [x, y] = [(square.charCodeAt(0) - 97) * 10, (Number(square[1]) - 1) * 10];
    picture.append(make("rect", { class: `move ${kind}`, x: x + 1.5, y: y + 1.5, width: 7, height: 7 }));
  }
  return picture;
}
