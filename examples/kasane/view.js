// Shows a game: tiles are elements, positioned by transforms in units of their own size and moved with the Web Animations API.

import { isCalm } from "./platform.js";
import { ROWS } from "./rules.js";

const EASE_IN = "cubic-bezier(.5, 0, .9, .6)";
const EASE_OUT = "cubic-bezier(.2, .8, .2, 1)";

export function createView(board, { chainLabel }) {
  const layer = board.querySelector(".tiles");
  const ghost = board.querySelector(".ghost");
  let placed = new Map();
  let falling = null;
  let heights = [];

  const key = (column, row) => `${column}:${row}`;
  const place = (column, height) => `translate(${column * 100}%, ${-height * 100}%)`;
  const ms = (duration) => (isCalm() ? 1 : duration);

  function make(value, column, height) {
    const element = document.createElement("div");
    element.className = "tile";
    element.append(document.createElement("span"));
    paint(element, value);
    element.style.transform = place(column, height);
    layer.append(element);
    return element;
  }

  function paint(element, value) {
    element.dataset.level = Math.min(13, Math.log2(value));
    element.dataset.digits = String(value).length;
    element.firstChild.textContent = value;
  }

  async function slide(element, to, duration, easing = EASE_OUT) {
    const from = element.style.transform;
    element.style.transform = to;
    const motion = element.animate([{ transform: from }, { transform: to }], {
      duration: ms(duration),
      easing,
    });
    await motion.finished.catch(() => {}); // cancelled by a landing: the style already has the position
  }

  function aim(tile) {
    const top = heights[tile.column] ?? 0;
    ghost.hidden = tile.height - top < 0.6;
    ghost.style.transform = place(tile.column, top);
    board.style.setProperty("--aim", tile.column);
  }

  function measure() {
    heights = [0, 0, 0, 0, 0];
    for (const each of placed.keys()) {
      const [column, row] = each.split(":").map(Number);
      heights[column] = Math.max(heights[column], row + 1);
    }
    board
      .querySelectorAll(".track")
      .forEach((track, i) => track.classList.toggle("high", heights[i] >= ROWS - 1));
  }

  function burst(element, value, chain) {
    const words = document.createElement("div");
    words.className = "gain";
    words.textContent = chain > 1 ? `+${value * chain}  ${chainLabel(chain)}` : `+${value}`;
    words.style.transform = element.style.transform;
    layer.append(words);
    words
      .animate(
        { opacity: [0, 1, 1, 0], translate: isCalm() ? ["0 0", "0 0"] : ["0 0", "0 -70%"] },
        { duration: 900, easing: "ease-out" },
      )
      .finished.then(() => words.remove());
    if (isCalm()) return;
    for (let i = 0; i < 8; i++) {
      const spark = document.createElement("i");
      const angle = (i / 8) * Math.PI * 2 + 0.3;
      element.append(spark);
      const far = `${Math.cos(angle) * 300}% ${Math.sin(angle) * 300}%`;
      spark
        .animate(
          { translate: ["0 0", far], opacity: [0.9, 0], scale: [1, 0.2] },
          { duration: 420, easing: EASE_OUT },
        )
        .finished.then(() => spark.remove());
    }
  }

  return {
    reset(state) {
      layer.replaceChildren();
      placed = new Map();
      falling = null;
      ghost.hidden = true;
      state.board.forEach((column, c) =>
        column.forEach((value, r) => placed.set(key(c, r), make(value, c, r))),
      );
      measure();
    },
    showTile(tile) {
      falling?.remove();
      falling = make(tile.value, tile.column, tile.height);
      falling.classList.add("falling");
      falling.firstChild.animate(
        { scale: [0.4, 1], opacity: [0, 1] },
        { duration: ms(160), easing: EASE_OUT },
      );
      ghost.dataset.level = falling.dataset.level;
      aim(tile);
    },
    hideTile() {
      falling?.remove();
      falling = null;
      ghost.hidden = true;
    },
    moveTile(tile, sideways = false) {
      if (!falling) return;
      if (sideways) slide(falling, place(tile.column, tile.height), 90);
      else falling.style.transform = place(tile.column, tile.height);
      aim(tile);
    },
    async land(tile, row) {
      const element = falling;
      falling = null;
      ghost.hidden = true;
      if (!element) return;
      element.classList.remove("falling");
      for (const each of element.getAnimations()) each.cancel();
      await slide(element, place(tile.column, row), 40 + 26 * Math.max(0, tile.height - row), EASE_IN);
      placed.set(key(tile.column, row), element);
      measure();
      element.firstChild.animate(
        { transform: ["scale(1.12, .86)", "scale(.97, 1.04)", "none"] },
        { duration: ms(170), easing: EASE_OUT },
      );
    },
    async play(step) {
      if (step.kind === "fall") {
        const moved = step.moves.map(({ column, row, to }) => {
          const element = placed.get(key(column, row));
          placed.delete(key(column, row));
          return { element, column, to };
        });
        for (const { element, column, to } of moved) placed.set(key(column, to), element);
        await Promise.all(
          moved.map(({ element, column, to }) => slide(element, place(column, to), 120, EASE_IN)),
        );
      } else {
        const { into, from, value, chain } = step;
        const target = placed.get(key(into.column, into.row));
        const goal = place(into.column, into.row);
        await Promise.all(
          from.map(async ({ column, row }) => {
            const element = placed.get(key(column, row));
            placed.delete(key(column, row));
            element.classList.add("under");
            await slide(element, goal, 120);
            element.remove();
          }),
        );
        paint(target, value);
        target.firstChild.animate({ scale: [1, 1.2, 1] }, { duration: ms(220), easing: EASE_OUT });
        burst(target, value, chain);
        await new Promise((resolve) => setTimeout(resolve, ms(110)));
      }
      measure();
    },
  };
}
