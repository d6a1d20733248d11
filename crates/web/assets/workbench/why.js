// Why one move is better than another, as sentences and as two small boards.

import { element } from "../api.js";

const FACTS = [
  ["Moves of the other side", ({ replies }) => replies.length, "fewer"],
  ["Own moves", ({ own_moves: own }) => own.length, "more"],
  ["Corners it can take", ({ corners_open: corners }) => corners.length, "fewer"],
  ["Safe discs", ({ stable }) => stable.length, "more"],
  ["Open discs", ({ frontier }) => frontier.length, "fewer"],
  ["Odd regions", ({ odd_regions: odd }) => odd, null],
];

/** The sentences, a table of what was counted, and the play that follows each of the moves. */
export function whyParts(why, { onLine }) {
  const { sentences, played, better } = why;
  const list = element("ul", { className: "reasons" }, ...sentences.slice(0, 4).map((text) => element("li", { text })));
  const rows = FACTS.map(([name, count, wanted]) => {
    const [mine, best] = [count(played), count(better)];
    const isWorse = wanted !== null && mine !== best && (wanted === "more") === (mine < best);
    return element("tr", { className: isWorse ? "worse" : "" },
      element("th", { scope: "row", text: name }),
      element("td", { className: "number", text: `${mine}` }),
      element("td", { className: "number", text: `${best}` }));
  });
  const names = new Map(played.parts.map(({ name, value }) => [name, [value, 0]]));
  for (const { name, value } of better.parts) names.set(name, [names.get(name)?.[0] ?? 0, value]);
  for (const [name, [mine, best]] of names) {
    rows.push(element("tr", { className: "part" },
      element("th", { scope: "row", text: `${name}, by the judge` }),
      element("td", { className: "number", text: mine.toFixed(2) }),
      element("td", { className: "number", text: best.toFixed(2) })));
  }
  const head = element("thead", {}, element("tr", {}, element("th", { scope: "col", text: "After" }), element("th", { scope: "col", className: "number", text: played.square }), element("th", { scope: "col", className: "number", text: better.square })));
  const table = element("table", { className: "data facts-table" }, head, element("tbody", {}, ...rows));
  const lines = [["Refutation", played], ["Better", better]].map(([name, { line }]) => {
    const button = element("button", { type: "button", className: "line", text: line.join(" "), "aria-label": `${name}: play ${line.join(" ")}` });
    button.addEventListener("click", () => onLine(line));
    return element("p", { className: "line-of" }, element("span", { text: `${name}: ` }), button);
  });
  return [list, element("div", { className: "why-boards" }, picture(why, "played"), picture(why, "better")), ...lines, table];
}

/** A small board after one of the two moves, with where the other side can play and what is safe. */
function picture(why, which) {
  const seen = why[which];
  const marks = new Map();
  for (const square of seen.frontier) marks.set(square, "open");
  for (const square of seen.stable) marks.set(square, "safe");
  for (const square of seen.replies) marks.set(square, "reply");
  for (const square of seen.corners_open) marks.set(square, "corner");
  marks.set(seen.square, "move");
  const cells = [];
  const colours = { X: "black", O: "white" };
  for (const rank of "12345678") {
    for (const file of "abcdefgh") {
      const colour = colours[seen.squares[cells.length]] ?? "";
      cells.push(element("span", { className: `${colour} ${marks.get(file + rank) ?? ""}`.trim() }));
    }
  }
  const board = element("div", { className: "tiny-board", role: "img", "aria-label": `After ${seen.square}: ${seen.replies.length} replies, ${seen.corners_open.length} corners open, ${seen.frontier.length} open discs, ${seen.stable.length} safe ones` }, ...cells);
  return element("figure", {}, board, element("figcaption", { text: which === "played" ? `after ${seen.square}, played` : `after ${seen.square}, better` }));
}
