// Renaming, archiving and deleting what a page is about.

import { announce, ask } from "./api.js";

for (const part of document.querySelectorAll("[data-manage]")) connect(part);

/** Connects the part of a page where something is renamed, archived or deleted. */
export function connect(part) {
  const { manage: path, list, kind } = part.dataset;
  const problem = part.querySelector("[role=alert]");
  const form = part.querySelector("form");
  const send = async (method, value) => {
    problem.hidden = true;
    try {
      await ask(path, value, { method });
      return true;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
      return false;
    }
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = form.elements.name.value.trim();
    if (!(await send("PATCH", { name }))) return;
    // Runs and players are found by their names.
    if (kind === "run" || kind === "player") location.href = `${list}/${encodeURIComponent(name)}`;
    else location.reload();
  });
  part.querySelector("[data-archive]").addEventListener("click", async () => {
    if (await send("PATCH", { archived: !("archived" in part.dataset) })) location.reload();
  });
  const remove = part.querySelector("[data-delete]");
  remove.addEventListener("click", async () => {
    // Asked once more, in the same place: what is deleted does not come back.
    if (!("sure" in remove.dataset)) {
      remove.dataset.sure = "";
      remove.textContent = `Delete this ${kind} for good`;
      announce("Press again to delete for good.");
      return;
    }
    if (await send("DELETE", undefined)) location.href = list;
  });
}
