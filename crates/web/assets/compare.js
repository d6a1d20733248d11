// Several runs in one picture.

import { ask } from "./api.js";
import { AXES, chart, chosenAxis, pointsOver } from "./chart.js";

const place = document.querySelector("#chart");
const problem = document.querySelector("#problem");
let answer = null;

for (const input of document.querySelectorAll("input[name=axis]")) input.addEventListener("change", drawn);
for (const input of document.querySelectorAll("input[name=run]")) input.addEventListener("change", load);
load();

async function load() {
  const inputs = [...document.querySelectorAll("input[name=run]")];
  const listed = new Set(inputs.map((input) => input.value));
  const others = place.dataset.runs.split(",").filter((name) => name && !listed.has(name));
  const runs = [...others, ...inputs.filter((input) => input.checked).map((input) => input.value)];
  history.replaceState(null, "", `/compare?runs=${runs.map(encodeURIComponent).join(",")}`);
  problem.hidden = true;
  try {
    answer = runs.length ? await ask(`/api/curves?runs=${runs.map(encodeURIComponent).join(",")}`) : { runs: [], means: [], anchors: [] };
    drawn();
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
  }
}

function drawn() {
  const axis = chosenAxis();
  // Runs that have a mean stand back behind it.
  const inMean = new Set(answer.means.flatMap((mean) => mean.runs));
  const means = answer.means.map((mean) => ({ name: `mean of ${mean.runs.length} seeds: ${mean.runs[0]}…`, points: pointsOver(axis, mean.points, "runs") }));
  const runs = answer.runs.map((run) => ({ name: `${run.run} (${run.system}, seed ${run.seed})`, points: pointsOver(axis, run.points), quiet: inMean.has(run.run) }));
  chart(place, {
    series: [...means, ...runs],
    references: answer.anchors.map(({ player, elo }) => ({ name: player, y: elo })),
    x: AXES[axis],
    y: "Elo",
  });
}
