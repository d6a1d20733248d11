// Tabs: one panel is shown, the arrow keys go from tab to tab.

/** Connects the tabs below an element; `onShow` is told the name of the one that is shown. */
export class Tabs {
  constructor(root, { onShow = () => {} } = {}) {
    this.tabs = [...root.querySelectorAll("[role=tab]")];
    this.onShow = onShow;
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.show(name(tab)));
      tab.addEventListener("keydown", (event) => this.key(event, tab));
    }
  }

  get shown() {
    return name(this.tabs.find((tab) => tab.getAttribute("aria-selected") === "true"));
  }

  show(wanted) {
    if (!this.tabs.some((tab) => name(tab) === wanted)) return;
    for (const tab of this.tabs) {
      const isShown = name(tab) === wanted;
      tab.setAttribute("aria-selected", isShown);
      tab.tabIndex = isShown ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isShown;
    }
    this.onShow(wanted);
  }

  key(event, tab) {
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.tabs.at((this.tabs.indexOf(tab) + steps[event.key]) % this.tabs.length);
    next.focus();
    this.show(name(next));
  }
}

function name(tab) {
  return tab.id.replace(/^tab-/, "");
}
