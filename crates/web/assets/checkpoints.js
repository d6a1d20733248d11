// Runs as they were on the way can be played: /?opponent=RUN@GAMES. Such a name becomes a choice beside those of the list, and
// stays one, since a game that is on the board may be gone on with later.

const KEY = "outflank.checkpoints";
const MOST = 8;
const select = document.querySelector("select[name=opponent]");
if (select) {
  const asked = new URLSearchParams(location.search).get("opponent");
  let names = [];
  try {
    names = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (asked?.includes("@")) names = [asked, ...names.filter((name) => name !== asked)].slice(0, MOST);
    localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // Without a memory, the address alone counts.
    names = asked?.includes("@") ? [asked] : [];
  }
  for (const name of names) {
    const run = [...select.options].find((option) => option.value === name.split("@")[0]);
    if (!run) continue;
    const option = run.cloneNode(true);
    option.value = name;
    option.textContent = name;
    option.selected = false;
    run.after(option);
  }
}
