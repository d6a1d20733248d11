// Parts of pages that the server draws: fetched, put in place, boards turned by their sliders.

import "./manage.js";
/** Fetches a part of a page and puts it in place of what is in an element. */
export async function replacePart(place, path) {
  const held = place.contains(document.activeElement) ? document.activeElement : null;
  if (held?.matches(".slides input")) {
    // Whoever has a slider in hand keeps it: its board alone is drawn anew.
    held.dispatchEvent(new Event("input"));
    return;
  }
  const response = await fetch(path);
  if (!response.ok) return;
  const drawn = new DOMParser().parseFromString(await response.text(), "text/html");
  const positions = [...place.querySelectorAll(".slides input")].map((slider) => slider.value);
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  place.replaceChildren(...drawn.body.childNodes);
  turnBoards(place);
  // Whoever has come to a link with the keyboard stays there.
  if (focused) place.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  // Whoever looks at one board of many goes on looking at it.
  place.querySelectorAll(".slides input").forEach((slider, index) => {
    if (!positions[index] || positions[index] === slider.value) return;
    slider.value = positions[index];
    slider.dispatchEvent(new Event("input"));
  });
}

/** Connects the sliders below an element with their boards. */
export function turnBoards(root) {
  for (const slides of root.querySelectorAll("[data-slides]")) turn(slides);
}

function turn(slides) {
  const slider = slides.querySelector("input");
  const names = JSON.parse(slides.dataset.names);
  let wanted = null;
  let busy = false;
  const show = async () => {
    if (busy) return;
    busy = true;
    // The slider may have moved on before a board is there.
    while (wanted !== null) {
      const board = wanted;
      wanted = null;
      const response = await fetch(`${slides.dataset.slides}/${board}`);
      if (!response.ok) break;
      const drawn = new DOMParser().parseFromString(await response.text(), "text/html");
      slides.querySelector(".slide").replaceChildren(...drawn.body.childNodes);
    }
    busy = false;
  };
  slider.addEventListener("input", () => {
    wanted = slider.value;
    slides.querySelector("output").textContent = names[slider.value];
    slider.setAttribute("aria-valuetext", names[slider.value]);
    show();
  });
}

turnBoards(document);
