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

function tell(sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
}
