// What somebody would miss who hears the page or sees little of it: a list of sentences, empty if all is well.
const problems = [];
const tell = (what, element) => problems.push(`${what}: ${element.outerHTML.slice(0, 120)}`);
const seen = (element) => element.checkVisibility({ visibilityProperty: true });

// Everything that can be used has a name.
const nameOf = (element) => element.getAttribute("aria-label") || element.labels?.[0]?.textContent
  || element.textContent || element.title || "";
for (const element of document.querySelectorAll("input, select, textarea, button, a[href], progress, summary, [role=grid]")) {
  if (seen(element) && !nameOf(element).trim()) tell("no name", element);
}
for (const picture of document.querySelectorAll("svg[role=img]")) {
  if (!picture.querySelector("title")?.textContent.trim()) tell("a picture without a title", picture);
}
for (const nav of document.querySelectorAll("nav")) if (!nameOf(nav).trim()) tell("no name", nav);

// What refers to something finds it, once.
const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`twice: #${id}`);
for (const attribute of ["aria-labelledby", "aria-describedby"]) {
  for (const element of document.querySelectorAll(`[${attribute}]`)) {
    if (!document.getElementById(element.getAttribute(attribute))) tell(`${attribute} leads nowhere`, element);
  }
}

// The page has a plan: one main heading, and none below that skips a level.
const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5")].filter(seen);
if (headings.filter((heading) => heading.tagName === "H1").length !== 1) problems.push("not one h1");
headings.reduce((before, heading) => {
  const level = Number(heading.tagName[1]);
  if (level > before + 1) tell("a level is skipped", heading);
  return level;
}, 0);
for (const cell of document.querySelectorAll("main th")) if (!cell.scope) tell("a heading of what", cell);
if (!document.querySelector("#announcer[aria-live]")) problems.push("nothing is announced");

// The keyboard gets everywhere, in the order of the page.
for (const element of document.querySelectorAll("[tabindex]")) if (element.tabIndex > 0) tell("out of order", element);
for (const element of document.querySelectorAll("main *")) {
  const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1;
  const reached = element.tabIndex >= 0 || element.querySelector("a[href], button, input");
  if (seen(element) && scrolls && !reached) tell("cannot be scrolled without a mouse", element);
}

// Text stands out from what is behind it: 4.5 to 1, or 3 to 1 where it is large. CITE: WCAG 2.2, 1.4.3.
const parse = (text) => {
  const numbers = text.match(/-?[\d.]+(e-?\d+)?/g).map(Number);
  const scale = text.startsWith("color(") ? 255 : 1;
  return { rgb: numbers.slice(0, 3).map((part) => part * scale), alpha: numbers[3] ?? 1 };
};
const over = (front, back) => front.rgb.map((part, index) => part * front.alpha + back[index] * (1 - front.alpha));
const behind = (element) => {
  if (!element) return parse(getComputedStyle(document.body).backgroundColor).rgb;
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  if (backgroundImage !== "none") return null;
  const colour = parse(backgroundColor);
  if (colour.alpha === 1) return colour.rgb;
  const back = behind(element.parentElement);
  return back && over(colour, back);
};
const light = (rgb) => rgb.map((part) => part / 255)
  .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const judged = new Set();
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  const skipped = !texts.currentNode.data.trim() || judged.has(element) || !seen(element)
    || element.closest("svg, script, [data-board], .unseen, .skip, :disabled, option");
  judged.add(element);
  const back = skipped ? null : behind(element);
  if (!back) continue;
  const style = getComputedStyle(element);
  const [dark, bright] = [light(over(parse(style.color), back)), light(back)].sort((a, b) => a - b);
  const ratio = (bright + 0.05) / (dark + 0.05);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (large ? 3 : 4.5)) tell(`contrast ${ratio.toFixed(2)}`, element);
}
return problems;
