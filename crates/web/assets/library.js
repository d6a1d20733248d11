// The library: files in, games found, games out.

import { announce, ask, element } from "./api.js";
import { count } from "./numbers.js";
import { signed } from "./words.js";

const find = (selector) => document.querySelector(selector);

/** Up to here a file is looked at as a whole; a larger one goes to the library. */
const LARGEST_READ = 1 << 20;

export class Library {
  /** `onOpen` is told a game that is to be put on the board; `position` gives the one that is shown. */
  constructor({ onOpen, position }) {
    this.onOpen = onOpen;
    this.position = position;
    this.found = [];
    this.games = [];
    this.question = null;
    find("#open-game").addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(this.chosen());
    });
    find("#import").addEventListener("click", () => this.add(this.chosen()));
    find("#found").addEventListener("change", (event) => this.onOpen(this.found[event.target.value]));
    find("#search").addEventListener("submit", (event) => {
      event.preventDefault();
      this.search();
    });
    find("#older").addEventListener("click", () => this.more());
    find("#export-format").addEventListener("change", () => this.linkExport());
    this.takeDrops();
  }

  /** What is dropped on the page or pasted outside of a field. */
  takeDrops() {
    document.addEventListener("dragover", (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("dropping");
    });
    document.addEventListener("drop", (event) => {
      document.body.classList.remove("dropping");
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      this.take([...event.dataTransfer.files]);
    });
    document.addEventListener("paste", (event) => {
      if (event.target.closest?.("input, textarea, select")) return;
      const text = event.clipboardData.getData("text");
      if (text.trim()) this.open([new File([text], "")]);
    });
  }

  /** What stands in the form: files, or what is typed. */
  chosen() {
    const files = [...find("#file").files];
    return files.length > 0 ? files : [new File([find("#text").value], "")];
  }

  /** One small file is opened; more, or a large one, go to the library. */
  take(files) {
    const isSmall = files.length === 1 && files[0].size <= LARGEST_READ;
    return isSmall ? this.open(files) : this.add(files);
  }

  say(problem) {
    find("#open-problem").textContent = problem ?? "";
    find("#open-problem").hidden = !problem;
  }

  /** Looks at games without keeping them. */
  async open([file]) {
    this.say(null);
    try {
      const headers = { "content-type": "application/octet-stream" };
      const { format, games, left_off } = await ask("/api/games/read", undefined, { method: "POST", headers, body: file });
      this.found = games.map((game) => ({ ...game, format }));
      this.choices(games, left_off);
      if (games.length === 0) throw new Error("There is no game in it.");
      this.onOpen(this.found[0]);
    } catch (error) {
      this.say(error.message);
    } finally {
      // A file is read once: what is typed next counts again.
      find("#file").value = "";
    }
  }

  choices(games, leftOff) {
    find("#found-field").hidden = games.length < 2;
    find("#found").replaceChildren(...games.map((game, index) => element("option", { text: game.title, value: index })));
    find("#found-words").textContent = leftOff
      ? `The first ${games.length} games; ${count(leftOff)} more can be found once they are in the library`
      : `${games.length} games`;
  }

  /** Sends files to the library, one after the other, with the lists of names that go with them. */
  async add(files) {
    this.say(null);
    const ending = (file) => file.name.toLowerCase().split(".").pop();
    const names = { jou: files.find((file) => ending(file) === "jou"), trn: files.find((file) => ending(file) === "trn") };
    const games = files.filter((file) => !["jou", "trn"].includes(ending(file)));
    const progress = find("#import-progress");
    const done = find("#import-done");
    const sum = { games: 0, added: 0, known: 0, cut: 0, refused: 0 };
    const all = games.reduce((bytes, file) => bytes + file.size, 0);
    let sent = 0;
    progress.hidden = false;
    done.hidden = false;
    done.textContent = "Reading…";
    find("#import").disabled = true;
    const problems = [];
    try {
      if (games.length === 0) throw new Error("There is no file of games among these.");
      for (const file of games) {
        try {
          const became = await send(file, names, (bytes) => { progress.value = (sent + bytes) / Math.max(1, all); });
          for (const key of Object.keys(sum)) sum[key] += became[key];
          if (became.faults.length > 0) problems.push(`${file.name || "Pasted"}: ${became.faults[0]}`);
        } catch (error) {
          problems.push(`${file.name || "Pasted"}: ${error.message}`);
        }
        sent += file.size;
        done.textContent = words(sum);
      }
      announce(words(sum));
      if (problems.length > 0) this.say(problems.slice(0, 5).join(" "));
      this.search();
    } catch (error) {
      this.say(error.message);
    } finally {
      progress.hidden = true;
      find("#import").disabled = false;
      find("#file").value = "";
    }
  }

  /** Finds the games that the form asks for. */
  async search() {
    const form = find("#search");
    const question = new URLSearchParams();
    for (const [key, value] of new FormData(form)) {
      if (key !== "through" && value.trim()) question.set(key, value.trim());
    }
    if (form.through.checked) {
      const { start, moves } = this.position();
      question.set("moves", moves);
      if (start) question.set("start", start);
    }
    this.question = question;
    this.games = [];
    await this.more();
  }

  async more() {
    const question = new URLSearchParams(this.question);
    if (this.games.length > 0) question.set("from", this.games.length);
    try {
      const { ready, count: all, games } = await ask(`/api/games?${question}`);
      // What comes with the program is still on its way.
      if (!ready) setTimeout(() => this.search(), 700);
      this.games.push(...games);
      find("#games").replaceChildren(...this.games.map((game) => this.item(game)));
      find("#search-words").textContent = all === 0 ? "None was found." : `${count(all)} ${all === 1 ? "game" : "games"}`;
      find("#search-more").hidden = all === 0;
      find("#older").hidden = this.games.length >= all;
      this.linkExport();
    } catch (error) {
      find("#search-words").textContent = error.message;
    }
  }

  linkExport() {
    const question = new URLSearchParams(this.question ?? "");
    question.set("to", find("#export-format").value);
    find("#export").href = `/api/games/export?${question}`;
  }

  item(game) {
    const result = game.margin === null ? "" : signed(game.margin);
    const names = game.black || game.white ? `${game.black ?? "?"} – ${game.white ?? "?"}` : `Game ${game.id}`;
    const link = element("a", { text: game.title ?? names, href: `/?game=${game.id}` });
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      try {
        this.onOpen(await ask(`/api/games/${game.id}`));
      } catch (error) {
        this.say(error.message);
      }
    });
    const about = [game.title ? names : null, game.date, game.event, game.opening].filter(Boolean).join(" · ");
    return element("li", {},
      element("div", {}, link, element("small", { text: about })),
      element("span", { className: "result", text: result, title: "Black’s margin" }),
    );
  }
}

function words({ games, added, known, cut, refused }) {
  const parts = [`${count(games)} ${games === 1 ? "game" : "games"} read, ${count(added)} new`];
  if (known > 0) parts.push(`${count(known)} there already`);
  if (cut > 0) parts.push(`${count(cut)} kept up to an illegal move`);
  if (refused > 0) parts.push(`${count(refused)} could not be read`);
  return `${parts.join(", ")}.`;
}

/** Sends one file as it is on the disk: it is read there as it arrives. Tells how much has gone. */
function send(file, { jou, trn }, tell) {
  const isDatabase = file.name.toLowerCase().endsWith(".wtb") && jou && trn;
  const question = new URLSearchParams({ name: file.name.slice(0, 200) });
  if (isDatabase) {
    question.set("players", jou.size);
    question.set("tournaments", trn.size);
  }
  const before = isDatabase ? jou.size + trn.size : 0;
  const body = isDatabase ? new Blob([jou, trn, file]) : file;
  return new Promise((resolve, reject) => {
    // fetch does not tell how much of a body has gone.
    const request = new XMLHttpRequest();
    request.open("POST", `/api/games/import?${question}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => tell(Math.max(0, event.loaded - before)));
    request.addEventListener("error", () => reject(new Error("The laboratory does not answer. Is it still running?")));
    request.addEventListener("load", () => {
      if (request.status === 200) resolve(request.response);
      else reject(new Error(request.response?.error ?? `The laboratory answered with status ${request.status}.`));
    });
    request.send(body);
  });
}
