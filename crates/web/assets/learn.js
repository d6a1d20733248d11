// The page Learn: presets that start at a press, and the runs as they go on.

import "./pictures.js";
import { announce, ask } from "./api.js";
import { count, place } from "./numbers.js";

const problem = document.querySelector("#problem");

// Other pages used to send people here to teach a system: /learn?system=td.
const wanted = new URLSearchParams(location.search).get("system");
if (wanted && document.querySelector(`article[data-system="${CSS.escape(wanted)}"]`)) {
  location.replace(`/systems/${encodeURIComponent(wanted)}`);
}

for (const button of document.querySelectorAll("[data-preset]")) {
  button.addEventListener("click", async () => {
    problem.hidden = true;
    button.disabled = true;
    announce("Starting…");
    try {
      const begun = await ask("/api/runs", { system: button.dataset.system, preset: button.dataset.preset });
      location.href = `/learn/${encodeURIComponent(begun.run)}`;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
      problem.scrollIntoView({ block: "center" });
      button.disabled = false;
    }
  });
}

document.querySelector("#compare")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const runs = [...document.querySelectorAll("#compare input:checked")].map((input) => input.value);
  location.href = `/compare?runs=${runs.map(encodeURIComponent).join(",")}`;
});
refresh();

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
      row.querySelector("[data-place]").replaceChildren(...place(run.place));
    }
  } catch {
    // It is tried again.
  }
  setTimeout(refresh, 1500);
}
