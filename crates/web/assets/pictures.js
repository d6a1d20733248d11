// Pictures of what players have learned, fetched when they come into view.

import { replacePart } from "./parts.js";

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    replacePart(target, target.dataset.picture);
  }
}, { rootMargin: "200px" });
for (const picture of document.querySelectorAll("[data-picture]")) seen.observe(picture);
