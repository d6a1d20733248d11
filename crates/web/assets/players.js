// The page Players: pictures are fetched when they come into view, and a player can be uploaded.

import { ask } from "./api.js";
import "./pictures.js";

const form = document.querySelector("#upload");
const problem = document.querySelector("#problem");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.hidden = true;
  const file = form.elements.file.files[0];
  // What a name may not have in it becomes a dash; the server has the last word.
  const usual = file.name.replace(/\.[^.]*$/, "").replace(/[^A-Za-z0-9._-]+/g, "-");
  const name = form.elements.name.value.trim() || usual;
  const headers = { "content-type": "application/octet-stream" };
  try {
    const player = await ask(`/api/players/${encodeURIComponent(name)}`, undefined, { method: "POST", headers, body: file });
    location.href = `/players/${encodeURIComponent(player.name)}`;
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
  }
});
