// The page of a study that is run here: how far it is, and a report that grows.

import { announce, ask } from "./api.js";
import { span } from "./numbers.js";
import { replacePart } from "./parts.js";

const find = (selector) => document.querySelector(selector);
const name = find("#study").dataset.name;
const path = `/api/study-runs/${encodeURIComponent(name)}`;
let now = JSON.parse(find("#study").dataset.now);
let reported = now.done;

find("#stop").addEventListener("click", () => command(() => ask(`${path}/stop`, {})));
find("#resume").addEventListener("click", () => command(async () => {
  show(await ask("/api/study-runs", { study: now.study, scale: now.scale, seed: now.seed }));
  follow();
}));
show(now);
if (now.state === "running") follow();

async function command(work) {
  problem(null);
  try {
    await work();
  } catch (error) {
    problem(error.message);
  }
}

/** Asks again and again as long as it runs. The report is drawn anew when there are new results. */
async function follow() {
  while (now.state === "running") {
    await new Promise((done) => { setTimeout(done, 700); });
    try {
      show(await ask(path));
      if (now.done !== reported) {
        const wanted = now.done;
        await replacePart(find("#report"), `/studies/run/${encodeURIComponent(name)}/report`);
        reported = wanted;
      }
    } catch (error) {
      problem(error.message);
    }
  }
  await replacePart(find("#report"), `/studies/run/${encodeURIComponent(name)}/report`);
}

function show(next) {
  if (next.state !== now.state) announce(`${next.name}: ${next.state}.`);
  now = next;
  const state = find("#study .state");
  state.dataset.state = now.state;
  state.textContent = now.state;
  find("#bar").max = Math.max(1, now.tasks);
  find("#bar").value = now.done;
  find("#tasks").textContent = `${now.done} of ${now.tasks}`;
  find("#left").textContent = now.state !== "running" ? "–" : now.seconds_left === null ? "known after the first tasks" : `about ${span(now.seconds_left)}`;
  find("#current").textContent = now.current.join(", ") || "–";
  find("#stop").hidden = now.state !== "running";
  find("#resume").hidden = !["interrupted", "failed"].includes(now.state);
  problem(now.problem);
}

function problem(sentence) {
  find("#problem").textContent = sentence ?? "";
  find("#problem").hidden = !sentence;
}
