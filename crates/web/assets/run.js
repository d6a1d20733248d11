// The page of one run: how it stands, told by the server whenever that changes; its curve and its checkpoints.

import "./manage.js";
import { announce, ask, element } from "./api.js";
import { AXES, chart, chosenAxis, pointsOver } from "./chart.js";
import { connectChange } from "./change.js";
import { count, measure, place, signed, span } from "./numbers.js";
import { replacePart } from "./parts.js";
import { connectReplay } from "./replay.js";

const find = (selector) => document.querySelector(selector);
const article = find("#run");
const name = article.dataset.run;
const run = encodeURIComponent(name);
let now = JSON.parse(article.dataset.now);
let events = null;
let drawing = false;
let drawn = null;
/** The curve as the server told it, and the checkpoints; which of them is looked at, and whether that is the last. */
let curve = null;
let marks = [];
let atLast = true;
let lookedAt = null;

const replay = connectReplay();
const change = connectChange(name);
find("#pause").addEventListener("click", () => command("pause", "Pausing…"));
find("#stop").addEventListener("click", () => command("stop", "Stopping…"));
find("#resume").addEventListener("click", () => command("resume", "Going on."));
find("#moments").addEventListener("input", () => {
  atLast = Number(find("#moments").value) === marks.length - 1;
  look();
});
find("#place-it").addEventListener("click", placeIt);
for (const input of document.querySelectorAll("input[name=axis]")) input.addEventListener("change", drawCurve);
show(now);
if (isAtWork(now.state)) follow();

function isAtWork(state) {
  return state === "learning" || state === "paused";
}

function follow() {
  events?.close();
  events = new EventSource(`/api/runs/${run}/events`);
  events.addEventListener("message", (event) => {
    problem(now.problem);
    show(JSON.parse(event.data));
    if (!isAtWork(now.state)) events.close();
  });
  events.addEventListener("error", () => {
    if (isAtWork(now.state)) problem("The connection is lost. The page goes on as soon as the laboratory answers again.");
  });
}

async function command(what, words) {
  problem(null);
  announce(words);
  try {
    await ask(`/api/runs/${run}/${what}`, {});
    if (!isAtWork(now.state)) follow();
  } catch (error) {
    problem(error.message);
  }
}

function show(next) {
  if (next.state !== now.state) announce(`${next.run}: ${next.state}.`);
  now = next;
  const state = find("#run .state");
  state.dataset.state = now.state;
  state.textContent = now.state;
  find("#bar").max = Math.max(1, now.total_lessons);
  find("#bar").value = now.lessons;
  find("#lessons").textContent = `${count(now.lessons)} of ${count(now.total_lessons)}`;
  find("#games").textContent = count(now.games);
  find("#speed").textContent = now.games_per_second > 0 ? measure(now.games_per_second) : "–";
  find("#left").textContent = now.state === "learning" ? span(now.seconds_left ?? NaN) : "–";
  find("#place").replaceChildren(...place(now.place));
  find("#share").textContent = now.measuring_share === null ? "–" : `${(100 * now.measuring_share).toFixed(0)} %`;
  find("#gauges").replaceChildren(...now.gauges.map(({ name, value }) =>
    element("div", {}, element("dt", { text: name.replaceAll("_", " ") }), element("dd", { text: measure(value) }))));
  find("#pause").hidden = now.state !== "learning";
  find("#stop").hidden = !isAtWork(now.state);
  find("#resume").hidden = !["paused", "interrupted", "failed"].includes(now.state);
  problem(now.problem);
  draw();
}

function problem(sentence) {
  find("#problem").textContent = sentence ?? "";
  find("#problem").hidden = !sentence;
}

/** What is drawn follows from these. */
function wanted() {
  return JSON.stringify([now.place, now.checkpoint_games, now.state]);
}

/** Fetches what has changed, one thing at a time, however fast the events come. */
async function draw() {
  if (drawing || drawn === wanted()) return;
  drawing = true;
  const next = wanted();
  try {
    [curve, marks] = await Promise.all([ask(`/api/curves?runs=${run}`), ask(`/api/runs/${run}/checkpoints`)]);
    drawCurve();
    slide();
    if (find("#gauge-curves")?.closest("details").open) await replacePart(find("#gauge-curves"), `/learn/${run}/curves`);
    drawn = next;
  } catch {
    // With the next event it is tried again.
  }
  await new Promise((done) => { setTimeout(done, 700); });
  drawing = false;
  // What changed meanwhile has no event of its own left, if it was the last.
  if (wanted() !== drawn && (drawn !== null || isAtWork(now.state))) draw();
}

function drawCurve() {
  if (!curve) return;
  const axis = chosenAxis();
  const mark = marks[Number(find("#moments").value)];
  const points = pointsOver(axis, curve.runs[0].points);
  chart(find("#chart"), {
    series: [{ name, points }],
    references: curve.anchors.map(({ player, elo }) => ({ name: player, y: elo })),
    x: AXES[axis],
    y: "Elo",
    chosen: points.find((point) => point.games === mark?.games)?.x ?? null,
    onPick: (_, point) => {
      const index = marks.findIndex((mark) => mark.games === point.games);
      if (index < 0) return;
      find("#moments").value = index;
      atLast = index === marks.length - 1;
      look();
    },
  });
}

/** The slider goes over all checkpoints there are; whoever looks at the last goes along with it. */
function slide() {
  const slider = find("#moments");
  find("#checkpoint").hidden = marks.length === 0;
  find("#no-checkpoint").hidden = marks.length > 0;
  if (marks.length === 0) return;
  slider.max = marks.length - 1;
  // Some of the latest are replaced by later ones: whoever looks at one stays at it, or next to it.
  const same = marks.findIndex((mark) => mark.games >= lookedAt);
  slider.value = atLast || same < 0 ? marks.length - 1 : same;
  change.offer(marks);
  look();
}

let picture = null;
let fetching = false;

/** Shows the checkpoint that the slider is at. */
function look() {
  const mark = marks[Number(find("#moments").value)];
  const player = `${name}@${mark.games}`;
  lookedAt = mark.games;
  const words = `${count(mark.games)} games, ${mark.seconds.toFixed(1)} s`;
  find("#moment").textContent = words;
  find("#moments").setAttribute("aria-valuetext", words);
  const measured = curve?.runs[0].points.find((point) => point.games === mark.games);
  find("#moment-place").textContent = measured ? `${signed(measured.elo)} Elo, ${signed(measured.low)} to ${signed(measured.high)}` : "Its place was not measured there.";
  const link = encodeURIComponent(player);
  find("#play").href = `/?opponent=${link}`;
  find("#look").href = `/players/${link}`;
  find("#match").href = `/league?players=${link}`;
  find("#fork").href = `/systems/${encodeURIComponent(article.dataset.system)}?fork=${run}&at=${mark.games}`;
  find("#export").href = `/api/players/${link}/file`;
  replay.of(player);
  drawCurve();
  picture = player;
  paint();
}

/** The picture of the checkpoint, the last one that was wanted. */
async function paint() {
  if (fetching) return;
  fetching = true;
  let painted = null;
  while (painted !== picture) {
    painted = picture;
    await replacePart(find("#picture"), `/players/${encodeURIComponent(painted)}/picture`);
  }
  fetching = false;
}

async function placeIt() {
  const mark = marks[Number(find("#moments").value)];
  try {
    await ask("/api/ladder", { player: `${name}@${mark.games}` });
    location.href = "/ladder";
  } catch (error) {
    problem(error.message);
  }
}
