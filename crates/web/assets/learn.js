// The page Learn: a form that begins a run, and the runs as they go on.

import { ask } from "./api.js";
import { count, score, whole } from "./numbers.js";

const form = document.querySelector("#lessons");
const problem = document.querySelector("#problem");

form.system.addEventListener("change", chooseSystem);
form.addEventListener("reset", () => { setTimeout(chooseSystem); tell(""); });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
systemOfAddress();
chooseSystem();
refresh();

/** Other pages send people here to teach a system: /learn?system=td. */
function systemOfAddress() {
  const asked = new URLSearchParams(location.search).get("system");
  if ([...form.system.options].some((option) => option.value === asked)) form.system.value = asked;
}

/** Shows the keys of the system that is chosen. */
function chooseSystem() {
  for (const keys of form.querySelectorAll("[data-system]")) {
    const isChosen = keys.dataset.system === form.system.value;
    keys.hidden = !isChosen;
    keys.disabled = !isChosen;
  }
}

async function begin() {
  tell("");
  const keys = form.querySelectorAll("[data-system]:not([hidden]) [data-key]");
  const lessons = {
    system: form.system.value,
    recipe: Object.fromEntries([...keys].map((key) => [key.name, key.value])),
    name: form.elements.name.value || null,
    seed: whole(form.elements.seed.value),
    measurements: whole(form.elements.measurements.value),
    pairs: whole(form.elements.pairs.value),
  };
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  try {
    const begun = await ask("/api/runs", lessons);
    location.href = `/learn/${encodeURIComponent(begun.run)}`;
  } catch (error) {
    tell(error.message);
    button.disabled = false;
  }
}

/** Says what is wrong, and marks the field it is about. */
function tell(sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  const key = sentence.split(/[ :]/)[0];
  const field = [...form.elements].find((element) => element.name === key && !element.matches(":disabled"));
  if (!sentence || !field) return;
  field.setAttribute("aria-invalid", "true");
  field.focus();
}

/** Keeps the list as it is now, while anything goes on. */
async function refresh() {
  if (!document.querySelector('[data-state="learning"]')) return;
  try {
    for (const run of await ask("/api/runs")) {
      const row = document.querySelector(`[data-run="${run.run}"]`);
      if (!row) continue;
      const state = row.querySelector(".state");
      state.dataset.state = run.state;
      state.textContent = run.state;
      row.querySelector("[data-games]").textContent = count(run.games);
      row.querySelector("[data-score]").replaceChildren(...score(run.league));
    }
  } catch {
    // It is tried again.
  }
  setTimeout(refresh, 1500);
}
