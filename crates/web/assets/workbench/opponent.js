// Who sits at the board: a person, any player, somebody who plays as people do. The dial goes by measured strength.

import { ask, element } from "../api.js";
import { count } from "../numbers.js";

const find = (selector) => document.querySelector(selector);

/** What is played as people play: the carelessness stands behind it. */
const HUMAN = "human:";

export class Opponent {
  /** `onChange` is told that other settings were chosen. */
  constructor({ onChange }) {
    this.form = find("#settings");
    this.onChange = onChange;
    this.list = [];
    this.chosen = "outflank:level=1,epsilon=0.1";
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("input", (event) => {
      if (event.target === this.form.dial) this.choose(this.list[Number(this.form.dial.value)].player);
      if (event.target === this.form.carelessness) this.fieldsChanged();
    });
    this.form.addEventListener("change", (event) => {
      if (event.target === this.form.opponent) this.usualStrength();
      if (["opponent", "depth", "exact", "epsilon", "human"].includes(event.target.name)) this.fieldsChanged();
      this.describe();
      this.onChange();
    });
  }

  /** The players of the dial come from the server, with their ratings. */
  async load() {
    this.list = await ask("/api/opponents");
    this.form.dial.max = this.list.length - 1;
    this.drawLadder();
    this.describe();
  }

  /** The ladder as a picture: each player with its interval, to be chosen by a click. */
  drawLadder() {
    const most = Math.max(...this.list.map(({ high }) => high ?? 0));
    const rungs = this.list.map((one) => {
      const { player, elo, low, high } = one;
      const words = elo === null ? "not yet" : `${count(Math.round(elo))}`;
      const track = element("span", { className: "track", "aria-hidden": "true" }, ...(elo === null ? [] : [element("span", { className: "reach" }), element("span", { className: "place" })]));
      const at = (value) => `${(100 * Math.max(0, value)) / most}%`;
      if (elo !== null) {
        for (const [name, value] of [["--low", low], ["--high", high], ["--elo", elo]]) track.style.setProperty(name, at(value));
      }
      const button = element("button", { type: "button" }, element("span", { className: "rung-name", text: player }), track, element("span", { className: "rung-elo", text: words }));
      button.addEventListener("click", () => {
        this.choose(player);
        this.onChange();
      });
      return element("li", { "data-player": player }, button);
    });
    const card = element("section", { className: "card", "aria-labelledby": "ladder-title" },
      element("div", { className: "card-head" }, element("h2", { id: "ladder-title", text: "The ladder" }), element("p", { className: "hint", text: "Elo with its 95 % interval" })),
      element("ol", { className: "ladder", reversed: "" }, ...rungs.reverse()));
    document.querySelector("#panel-opponent").append(card);
  }

  get side() {
    return this.form.side.value;
  }

  get minutes() {
    return Number(this.form.clock.value);
  }

  /** Who sits where: null is a person. */
  get seats() {
    const opponent = this.chosen;
    return {
      black: this.side === "white" || this.side === "none" ? opponent : null,
      white: this.side === "black" || this.side === "none" ? opponent : null,
    };
  }

  /** Chooses a player by its whole name, and sets the fields as far as they can say it. */
  choose(spec) {
    this.chosen = spec;
    this.form.human.checked = spec.startsWith(HUMAN);
    if (this.form.human.checked) {
      this.form.carelessness.value = spec.slice(HUMAN.length);
    } else {
      const [name, options = ""] = spec.split(":");
      const values = Object.fromEntries(options.split(",").map((option) => option.split("=")));
      const set = (field, value) => {
        if ([...field.options].some((option) => option.value === value)) field.value = value;
      };
      set(this.form.opponent, name);
      set(this.form.depth, values.level ?? values.depth ?? "");
      set(this.form.exact, values.exact ?? "0");
      set(this.form.epsilon, values.epsilon ?? "0");
    }
    this.describe();
  }

  fieldsChanged() {
    this.chosen = this.spec();
    this.describe();
  }

  /** One name is one strength, however one arrives: the engine begins at a level people can beat, others are as they are. */
  usualStrength() {
    const isEngine = this.form.opponent.selectedOptions[0].dataset.takes === "levels";
    this.form.human.checked = false;
    this.form.depth.value = isEngine ? "1" : "";
    this.form.epsilon.value = isEngine ? "0.1" : "0";
    this.form.exact.value = "0";
  }

  /** The opponent in the grammar of players, as the fields have it. */
  spec() {
    if (this.form.human.checked) return `${HUMAN}${this.form.carelessness.value}`;
    const chosen = this.form.opponent.selectedOptions[0];
    const options = [];
    const { takes } = chosen.dataset;
    if (takes !== "noise") {
      if (this.form.depth.value !== "") options.push(`${takes === "levels" ? "level" : "depth"}=${this.form.depth.value}`);
      if (takes === "search" && this.form.exact.value !== "0") options.push(`exact=${this.form.exact.value}`);
    }
    if (this.form.epsilon.value !== "0") options.push(`epsilon=${this.form.epsilon.value}`);
    return options.length ? `${chosen.value}:${options.join(",")}` : chosen.value;
  }

  describe() {
    const { form } = this;
    const chosen = form.opponent.selectedOptions[0];
    find("#about").textContent = chosen.dataset.about;
    find("#spec").textContent = this.chosen;
    const { takes, plies } = chosen.dataset;
    form.depth.disabled = takes === "noise" || form.human.checked;
    // The engine finishes the game by itself, from where its level says.
    form.exact.disabled = takes !== "search" || form.human.checked;
    find("#depth-words").textContent = takes === "levels" ? "Level" : "Looks ahead";
    for (const option of [...form.depth.options].slice(1)) {
      option.text = takes === "levels" ? option.value : `${option.value} ${option.value === "1" ? "ply" : "plies"}`;
      // Others look at every move, without cuts: no more than a page may ask for.
      option.disabled = takes === "search" && Number(option.value) > 8;
    }
    form.depth.options[0].text = plies ? `as it is (${plies})` : "as it is";
    find("#human-field").hidden = !form.human.checked;
    find("#human-about").hidden = !form.human.checked;
    find("#human-words").textContent = `Carelessness: ${Number(form.carelessness.value).toFixed(2)} discs`;
    this.rate();
  }

  /** How strong the chosen one is, if that was measured. */
  rate() {
    const index = this.list.findIndex(({ player }) => player === this.chosen);
    const found = this.list[index];
    if (found) this.form.dial.value = index;
    for (const rung of document.querySelectorAll(".ladder li")) {
      const isChosen = rung.dataset.player === this.chosen;
      rung.classList.toggle("chosen", isChosen);
      rung.firstElementChild.setAttribute("aria-pressed", isChosen);
    }
    const isRated = found && found.elo !== null;
    const whole = (elo) => count(Math.round(elo));
    const words = isRated ? `${whole(found.elo)} Elo` : "not measured";
    find("#dial-words").replaceChildren(words, ...(isRated ? [element("small", { text: ` ${whole(found.low)} to ${whole(found.high)}` })] : []));
    this.form.dial.setAttribute("aria-valuetext", `${this.chosen}, ${words}`);
    const about = [this.chosen];
    if (isRated) about.push(`${count(found.games)} games on the ladder, 95 % interval`);
    if (!found && this.list.length > 0) about.push("how strong it is has not been measured");
    if (found && !isRated) about.push("stronger than those before it, not measured yet");
    find("#dial-about").textContent = about.join(" · ");
  }

  /** Asks a player for its move in a position. */
  static move(player, game, seed) {
    if (!player.startsWith(HUMAN)) return ask("/api/move", { game, player, seed });
    return ask("/api/move/human", { game, carelessness: Number(player.slice(HUMAN.length)), seed });
  }

  /** A player as it is called beside the board. */
  static title(player) {
    return player.startsWith(HUMAN) ? `as people play, ${player.slice(HUMAN.length)}` : player;
  }

  get settings() {
    return { chosen: this.chosen, side: this.side, clock: this.form.clock.value };
  }

  set settings({ chosen, side, clock }) {
    if (chosen) this.choose(chosen);
    if (side) this.form.side.value = side;
    if (clock) this.form.clock.value = clock;
    this.describe();
  }
}
