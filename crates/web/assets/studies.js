// The page Studies: a study is begun here.

import { ask } from "./api.js";

const form = document.querySelector("#study-form");
const problem = document.querySelector("#problem");
// A link names a study, or asks to run it: then the form comes into view.
const asked = location.hash.slice(1).replace(/^run-/, "");
if ([...form.study.options].some((option) => option.value === asked)) form.study.value = asked;
if (location.hash.startsWith("#run-")) form.scrollIntoView();
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.hidden = true;
  if (!form.seed.checkValidity() || form.seed.value === "") {
    problem.textContent = "Seed: expected a whole number, 0 to 2,147,483,647.";
    problem.hidden = false;
    form.seed.focus();
    return;
  }
  try {
    const now = await ask("/api/study-runs", { study: form.study.value, scale: form.scale.value, seed: Number(form.seed.value) });
    location.href = `/studies/run/${encodeURIComponent(now.name)}`;
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
  }
});
