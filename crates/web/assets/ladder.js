// The ladder: somebody is placed on it, and watched while the interval shrinks.

import { announce, ask } from "./api.js";
import { replacePart } from "./parts.js";

const form = document.querySelector("#place-form");
const rungs = document.querySelector("#rungs");
const problem = document.querySelector("#problem");
let watching = false;

form.player.value = new URLSearchParams(location.search).get("player") ?? "";
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.hidden = true;
  try {
    if (!form.player.value.trim()) throw new Error("Name a player first.");
    const now = await ask("/api/ladder", { player: form.player.value, within: Number(form.within.value) });
    announce(`${now.player} is being placed.`);
    await watch();
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
    form.player.setAttribute("aria-invalid", "true");
    form.player.focus();
  }
});
form.addEventListener("input", () => form.player.removeAttribute("aria-invalid"));
rungs.addEventListener("click", async (event) => {
  const player = event.target.dataset.stop;
  if (!player) return;
  await ask(`/api/ladder/${encodeURIComponent(player)}/stop`, {});
  watch();
});
watch();

/** Draws the ladder anew as long as anybody is being placed, and once more when that is over. */
async function watch() {
  if (watching) return;
  watching = true;
  let goesOn = true;
  while (goesOn) {
    await replacePart(rungs, "/ladder/rungs");
    goesOn = rungs.querySelector("[data-stop]") !== null;
    if (goesOn) await new Promise((done) => { setTimeout(done, 800); });
  }
  watching = false;
}
