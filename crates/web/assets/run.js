// The page of one run: how it stands, told by the server whenever that changes.

import "./manage.js";
import { announce, ask, element } from "./api.js";
import { count, measure, score, span } from "./numbers.js";
import { replacePart } from "./parts.js";

const find = (selector) => document.querySelector(selector);
const article = find("#run");
const run = encodeURIComponent(article.dataset.run);
let now = JSON.parse(article.dataset.now);
let events = null;
let drawing = false;
let drawn = { games: now.games, score: JSON.stringify(now.league) };

find("#pause").addEventListener("click", () => command("pause", "Pausing…"));
find("#stop").addEventListener("click", () => command("stop", "Stopping…"));
find("#resume").addEventListener("click", () => command("resume", "Going on."));
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
  find("#left").textContent = now.state === "learning" ? span(timeLeft()) : "–";
  find("#score").replaceChildren(...score(now.league));
  find("#kept").textContent = now.checkpoint_games === null ? "none yet" : `${count(now.checkpoint_games)} games`;
  find("#gauges").replaceChildren(...now.gauges.map(({ name, value }) =>
    element("div", {}, element("dt", { text: name.replaceAll("_", " ") }), element("dd", { text: measure(value) }))));
  find("#pause").hidden = now.state !== "learning";
  find("#stop").hidden = !isAtWork(now.state);
  find("#resume").hidden = !["paused", "interrupted", "failed"].includes(now.state);
  find("#play").hidden = now.checkpoint_games === null;
  problem(now.problem);
  draw();
}

/** In seconds, if it goes on as it went so far. Games are counted where a lesson has many. */
function timeLeft() {
  const games = ((now.total_lessons - now.lessons) * now.games) / now.lessons;
  return games / now.games_per_second;
}

function problem(sentence) {
  find("#problem").textContent = sentence ?? "";
  find("#problem").hidden = !sentence;
}

/** Draws what has changed, one picture at a time, however fast the events come. */
async function draw() {
  if (drawing) return;
  drawing = true;
  const league = JSON.stringify(now.league);
  const wanted = { games: now.games, score: league };
  try {
    if (wanted.games !== drawn.games) await replacePart(find("#picture"), `/players/${run}/learned`);
    if (wanted.score !== drawn.score) await replacePart(find("#curves"), `/learn/${run}/curves`);
    drawn = wanted;
  } catch {
    // With the next event it is tried again.
  }
  await new Promise((done) => { setTimeout(done, 700); });
  drawing = false;
  // What changed meanwhile has no event of its own left, if it was the last.
  if (now.games !== drawn.games || JSON.stringify(now.league) !== drawn.score) draw();
}
