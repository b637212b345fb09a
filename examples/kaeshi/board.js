// The board on the page: a grid of 64 buttons, one of them in the tab order; arrow keys lead to the others.

import { nameOf, SIZE } from "./rules.js";

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function createBoard({ root, t, onPlay }) {
  const squares = [];
  for (let y = 0; y < SIZE; y++) {
    const row = root.appendChild(document.createElement("div"));
    row.setAttribute("role", "row");
    for (let x = 0; x < SIZE; x++) {
      const square = document.createElement("button");
      square.setAttribute("role", "gridcell");
      square.tabIndex = -1;
      square.innerHTML = `<span class="stone"><i></i><b></b></span>`;
      const at = squares.push(square) - 1;
      square.addEventListener("click", () => {
        focus(at, false);
        onPlay(at);
      });
      square.addEventListener("keydown", (event) => move(event, at));
      row.append(square);
    }
  }
  const letters = root.appendChild(document.createElement("div"));
  letters.className = "letters";
  letters.ariaHidden = "true";
  letters.innerHTML = [..."abcdefgh"].map((letter) => `<i>${letter}</i>`).join("");
  const numbers = letters.cloneNode();
  numbers.className = "numbers";
  numbers.innerHTML = [..."12345678"].map((number) => `<i>${number}</i>`).join("");
  root.append(numbers);
  focus(27, false);

  function focus(at, now = true) {
    for (const [index, square] of squares.entries()) square.tabIndex = index === at ? 0 : -1;
    if (now) squares[at].focus();
  }

  function move(event, at) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = [at % SIZE, Math.floor(at / SIZE)];
    const way = KEYS[event.key];
    if (way) {
      const [toX, toY] = [x + way[0], y + way[1]];
      if (toX >= 0 && toX < SIZE && toY >= 0 && toY < SIZE) focus(toY * SIZE + toX);
    } else if (event.key === "Home") focus(y * SIZE);
    else if (event.key === "End") focus(y * SIZE + SIZE - 1);
    else return;
    event.preventDefault();
  }

  return {
    /** `legal` are the squares where the person may play now. */
    show({ board, last, mine }, legal) {
      root.dataset.mine = mine ?? "";
      for (const [at, square] of squares.entries()) {
        const stone = board[at];
        const canPlay = legal.includes(at);
        if (stone === null) delete square.dataset.stone;
        else square.dataset.stone = stone;
        square.classList.toggle("legal", canPlay);
        square.classList.toggle("last", last?.at === at);
        // The stones turn over one after the other, away from the one that was laid.
        const reach = last?.turned.includes(at)
          ? Math.max(Math.abs((at % 8) - (last.at % 8)), Math.abs((at >> 3) - (last.at >> 3)))
          : 0;
        square.style.setProperty("--wait", `${reach * 60}ms`);
        square.setAttribute("aria-label", t("square", nameOf(at), t("sides")[stone], canPlay));
        square.setAttribute("aria-disabled", String(!canPlay));
      }
    },
  };
}

const CARD_PX = 400;

/** The board as a picture for the card of the post. */
export async function pictureOf({ board, last }) {
  const canvas = new OffscreenCanvas(CARD_PX, CARD_PX);
  const context = canvas.getContext("2d");
  const edge = 12;
  const width = (CARD_PX - edge * 2) / SIZE;
  context.fillStyle = "#d9a866";
  context.fillRect(0, 0, CARD_PX, CARD_PX);
  context.strokeStyle = "#7d5526";
  context.lineWidth = 1.5;
  for (let line = 0; line <= SIZE; line++) {
    const at = edge + line * width;
    context.beginPath();
    context.moveTo(edge, at);
    context.lineTo(CARD_PX - edge, at);
    context.moveTo(at, edge);
    context.lineTo(at, CARD_PX - edge);
    context.stroke();
  }
  for (const [at, stone] of board.entries()) {
    if (stone === null) continue;
    const [x, y] = [edge + ((at % SIZE) + 0.5) * width, edge + (Math.floor(at / SIZE) + 0.5) * width];
    const disc = (dy, fill) => {
      context.fillStyle = fill;
      context.beginPath();
      context.arc(x, y + dy, width * 0.4, 0, 7);
      context.fill();
    };
    disc(2, "rgb(60 35 10 / 0.45)");
    disc(0, stone ? "#fbf8f1" : "#26221f");
    if (last?.at !== at) continue;
    context.fillStyle = "#d8452c";
    context.beginPath();
    context.arc(x, y, width * 0.1, 0, 7);
    context.fill();
  }
  return canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
}
