// What the browser remembers: the game on the board and the settings, and games that are not saved yet. A reload,
// another page or a restart of the server loses nothing of it.

import { ask } from "./api.js";

const BENCH = "outflank.bench";
const UNSAVED = "outflank.unsaved";

/** Reads what was written under a key. Where nothing can be kept, or it is damaged, there is nothing. */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** What was on the workbench, with its settings, or null. */
export function remembered() {
  const bench = read(BENCH);
  return bench && Array.isArray(bench.tree?.moves) && bench.seats ? bench : null;
}

export function remember(bench) {
  write(BENCH, bench);
}

/** Saves a game that is over. Until the server has it, it is kept here and sent again. */
export async function save(game) {
  write(UNSAVED, [...(read(UNSAVED) ?? []), game]);
  const saved = await sendAll();
  return saved.get(game.key) ?? null;
}

let sending = null;

/** Sends all games that are not saved yet, and returns their numbers by their keys. */
export function sendAll() {
  sending ??= (async () => {
    const saved = new Map();
    for (const game of read(UNSAVED) ?? []) {
      const { key, ...sent } = game;
      try {
        saved.set(key, (await ask("/api/games", sent)).id);
      } catch (error) {
        if (error.passing) throw error;
        // Refused for good: sending it again would not help.
      }
      write(UNSAVED, (read(UNSAVED) ?? []).filter((other) => other.key !== key));
    }
    return saved;
  })().finally(() => { sending = null; });
  return sending;
}
