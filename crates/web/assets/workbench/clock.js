// The clocks of both sides. Who has none plays without.

export class Clock {
  /** `onEnd` is told the side whose time is up. */
  constructor({ onEnd }) {
    this.onEnd = onEnd;
    this.left = null;
    this.side = null;
    this.since = 0;
    setInterval(() => this.tick(), 200);
  }

  /** So many minutes for each side; none without. */
  set(minutes) {
    this.left = minutes > 0 ? { black: minutes * 60_000, white: minutes * 60_000 } : null;
    this.side = null;
    this.draw();
  }

  /** Lets the clock of a side run; with null none runs. */
  run(side) {
    this.settle();
    this.side = this.left ? side : null;
    this.since = performance.now();
    this.draw();
  }

  settle() {
    if (!this.left || !this.side) return;
    const now = performance.now();
    this.left[this.side] = Math.max(0, this.left[this.side] - (now - this.since));
    this.since = now;
  }

  tick() {
    if (!this.left || !this.side) return;
    this.settle();
    this.draw();
    if (this.left[this.side] > 0) return;
    const { side } = this;
    this.side = null;
    this.onEnd(side);
  }

  draw() {
    for (const seat of document.querySelectorAll(".seat")) {
      const clock = seat.querySelector(".clock");
      clock.hidden = !this.left;
      if (!this.left) continue;
      const seconds = Math.ceil(this.left[seat.dataset.side] / 1000);
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      clock.classList.toggle("short", seconds <= 20);
    }
  }
}
