// The page of one contest: how it stands, told by the server whenever that changes.

import "./manage.js";
import { announce, ask } from "./api.js";
import { count, measure, span } from "./numbers.js";
import { replacePart } from "./parts.js";

const find = (selector) => document.querySelector(selector);
const article = find("#contest");
const contest = article.dataset.contest;
let now = JSON.parse(article.dataset.now);
let drawing = false;
let drawn = now.games;

find("#stop").addEventListener("click", () => command("stop"));
find("#resume").addEventListener("click", () => command("resume"));
show(now);
if (now.state === "playing") follow();

async function command(what) {
  problem(null);
  try {
    const answer = await ask(`/api/contests/${contest}/${what}`, {});
    if (answer) {
      show(answer);
      follow();
    }
  } catch (error) {
    problem(error.message);
  }
}

function follow() {
  const events = new EventSource(`/api/contests/${contest}/events`);
  events.addEventListener("message", (event) => {
    problem(null);
    show(JSON.parse(event.data));
    if (now.state !== "playing") events.close();
  });
  events.addEventListener("error", () => {
    if (now.state === "playing") problem("The connection is lost. The page goes on as soon as the laboratory answers again.");
  });
}

function show(next) {
  if (next.state !== now.state) announce(`The contest is ${next.state}.`);
  now = next;
  const state = find("#contest .state");
  state.dataset.state = now.state;
  state.textContent = now.state;
  find("#bar").max = Math.max(1, now.total_games);
  find("#bar").value = now.games;
  find("#games").textContent = `${count(now.games)} of ${count(now.total_games)}`;
  find("#speed").textContent = now.games_per_second > 0 ? measure(now.games_per_second) : "–";
  find("#left").textContent = now.state === "playing" ? span((now.total_games - now.games) / now.games_per_second) : "–";
  find("#stop").hidden = now.state !== "playing";
  find("#resume").hidden = !["interrupted", "failed"].includes(now.state);
  problem(now.problem);
  draw();
}

function problem(sentence) {
  find("#problem").textContent = sentence ?? "";
  find("#problem").hidden = !sentence;
}

/** Draws the result as it is now, however fast the events come. */
async function draw() {
  if (drawing || now.games === drawn) return;
  drawing = true;
  const wanted = now.games;
  try {
    await replacePart(find("#result"), `/league/${contest}/result?from=${find("#result").dataset.from}`);
    drawn = wanted;
  } catch {
    // With the next event it is tried again.
  }
  await new Promise((done) => { setTimeout(done, 1000); });
  drawing = false;
  draw();
}
