// The page of a system: a form that begins a run. What is wrong is said at the field that it is about.

import "./pictures.js";
import { ask } from "./api.js";

const form = document.querySelector("#lessons");
const problem = document.querySelector("#problem");
const { system, fork, forkGames } = form.dataset;

for (const preset of form.querySelectorAll("[name=preset]")) preset.addEventListener("change", () => fill(preset));
form.addEventListener("reset", () => setTimeout(() => {
  tell("");
  const preset = form.querySelector("[name=preset]:checked");
  if (preset) fill(preset);
}));
form.addEventListener("input", (event) => clear(event.target.closest("[data-field]")));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});

/** The keys of a preset stand in the form, to be changed. */
function fill(preset) {
  const changes = new Map(JSON.parse(preset.dataset.changes));
  for (const key of form.querySelectorAll("[data-key]")) key.value = changes.get(key.name) ?? key.dataset.usual;
  form.elements.seed.value = preset.dataset.seed ?? "1";
  tell("");
}

/** The first field with something in it that cannot be. Anything more is for the server to say. */
function firstWrong() {
  for (const input of form.querySelectorAll("input[type=number]")) {
    if (input.value === "" || !input.checkValidity()) {
      const label = form.querySelector(`label[for="${input.id}"]`).textContent.trim();
      return [input.name, `${label}: expected ${input.dataset.expected}`];
    }
  }
  return null;
}

async function begin() {
  tell("");
  const wrong = firstWrong();
  if (wrong) return tellAt(...wrong);
  const number = (name) => Number(form.elements[name].value);
  const lessons = {
    system,
    recipe: Object.fromEntries([...form.querySelectorAll("[data-key]")].map((key) => [key.name, key.value])),
    name: form.elements.name.value.trim() || null,
    seed: number("seed"),
    seeds: number("seeds"),
    measurements: number("measurements"),
    share: number("share") / 100,
  };
  if (fork) lessons.fork = { run: fork, games: Number(forkGames) };
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

/** Says what is wrong: at the field whose key the sentence begins with, else below the form. */
function tell(sentence) {
  for (const field of form.querySelectorAll("[data-field]")) clear(field);
  problem.hidden = true;
  if (!sentence) return;
  const word = sentence.split(/[ :]/)[0];
  const key = /called/.test(sentence) ? "name" : word;
  if (form.querySelector(`[data-field="${CSS.escape(key)}"]`)) return tellAt(key, sentence);
  problem.textContent = sentence;
  problem.hidden = false;
}

function tellAt(key, sentence) {
  const field = form.querySelector(`[data-field="${CSS.escape(key)}"]`);
  const words = field.querySelector(".field-wrong");
  words.textContent = sentence;
  words.hidden = false;
  const input = field.querySelector("input, select");
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-errormessage", words.id);
  const folded = input.closest("details");
  if (folded) folded.open = true;
  input.focus();
}

function clear(field) {
  if (!field) return;
  field.querySelector(".field-wrong").hidden = true;
  const input = field.querySelector("input, select");
  input.removeAttribute("aria-invalid");
  input.removeAttribute("aria-errormessage");
}
