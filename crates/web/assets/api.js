// Asking the server. What it refuses is an Error with the server's own sentence; one that is `passing` is worth
// trying again.

/** Sends a value and returns the answer; without a value, asks. */
export async function ask(path, value, options = {}) {
  const request = value === undefined
    ? { ...options }
    : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value), ...options };
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw Object.assign(new Error("The laboratory does not answer. Is it still running?"), { passing: true });
  }
  if (!response.ok) {
    // What is too much now may be possible in a moment.
    throw Object.assign(new Error(await sentence(response)), { passing: response.status === 503 });
  }
  return response.status === 204 ? null : response.json();
}

async function sentence(response) {
  try {
    return (await response.json()).error;
  } catch {
    return `The laboratory answered with status ${response.status}.`;
  }
}

/** Says something to those who do not see the page. */
export function announce(text) {
  const place = document.querySelector("#announcer");
  // The same words twice are said twice only if something changes in between.
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = text; });
}

/** Makes an element: its classes, its text, its attributes. */
export function element(name, { className = "", text = "", ...attributes } = {}, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Sends a value and yields the events of the answer, as they come: `{ event, data }`. */
export async function* events(path, value, signal) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
    signal,
  });
  if (!response.ok) throw new Error(await sentence(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value: chunk, done } = await reader.read();
    if (done) return;
    const parts = (rest + chunk).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split("\n");
      const field = (name) => lines.filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).replace(/^ /, ""));
      const event = field("event")[0];
      if (event) yield { event, data: field("data").join("\n") };
    }
  }
}
