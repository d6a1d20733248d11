// The page League: a form that lets players meet.

import { ask, element } from "./api.js";
import { whole } from "./numbers.js";

const form = document.querySelector("#contest");
const seats = document.querySelector("#seats");
const problem = document.querySelector("#problem");

document.querySelector("#add").addEventListener("click", () => {
  seats.append(element("li", {}, seat(seats.children.length + 1)));
  seats.lastElementChild.querySelector("input").focus();
  count();
});
document.querySelector("#remove").addEventListener("click", () => {
  seats.lastElementChild.remove();
  count();
});
// Other pages name who is to meet: /league?players=a,b.
const named = (new URLSearchParams(location.search).get("players") ?? "").split(",").filter(Boolean);
named.forEach((player, index) => { if (seats.children[index]) seats.children[index].querySelector("input").value = player; });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
count();

function seat(number) {
  return element("input", {
    name: "player", list: "names", autocomplete: "off", spellcheck: "false",
    "aria-label": `Player ${number}`, "aria-describedby": "players-hint",
  });
}

function count() {
  document.querySelector("#add").disabled = seats.children.length >= Number(seats.dataset.most);
  document.querySelector("#remove").disabled = seats.children.length <= 2;
}

async function begin() {
  tell("");
  const players = [...seats.querySelectorAll("input")].map((input) => input.value.trim()).filter(Boolean);
  const seed = form.elements.seed.value;
  for (const [name, words] of [["pairs", "pairs: expected a whole number, 1 to 1000"], ["seed", "seed: expected a whole number, 0 or more"]]) {
    const field = form.elements[name];
    if (!field.checkValidity() || (name === "pairs" && field.value === "")) return tell(words);
  }
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  try {
    const invitation = { players, pairs: whole(form.elements.pairs.value), seed: seed === "" ? null : whole(seed) };
    const begun = await ask("/api/contests", invitation);
    location.href = `/league/${begun.contest}`;
  } catch (error) {
    tell(error.message);
    button.disabled = false;
  }
}

/** Says what is wrong, and marks the field that it is about. */
function tell(sentence) {
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  problem.textContent = sentence;
  problem.hidden = !sentence;
  if (!sentence) return;
  const named = /“([^”]+)”/.exec(sentence)?.[1];
  const seat = [...seats.querySelectorAll("input")].findLast((input) => named && input.value.trim() === named);
  const field = seat ?? form.elements[sentence.split(/[ :]/)[0]];
  if (!(field instanceof HTMLInputElement)) return;
  field.setAttribute("aria-invalid", "true");
  field.focus();
}
