// Meguri, a puzzle of turns. Runs in Gum's script runtime; its scores are checked by running the game again.
import { CORNERS, newGame, nextLevel, play, SOLVED } from "./rules.js";
import { strings } from "./strings.js";

const BOARD = "levels";
const SHOWN = 5;
const SIDE = 320;
const GAP = 8;
const TILE = (SIDE - 4 * GAP) / 3;
const t = strings[/^ja\b/i.test(gum.locale) ? "ja" : "en"];
const hasBoard = gum.capabilities().includes("scores");

let game = newGame(Math.random);
let right = true;
let best = 0;
let note = "";
let everybody = null;
/** What has been handed in, of this game. */
let handedIn = 0;

const place = (at) => GAP + at * (TILE + GAP);

function tile(number, at) {
  const [x, y] = [place(at % 3), place(Math.floor(at / 3))];
  const isHome = SOLVED[at] === number;
  return [
    ["color", isHome ? "accent" : "border"],
    ["rect", x, y, TILE, TILE],
    ["color", isHome ? "accent" : "surface"],
    ["rect", x + 2, y + 2, TILE - 4, TILE - 4],
    ["color", isHome ? "surface" : "text"],
    ["text", number, x + TILE / 2, y + TILE / 2, 44, "center"],
  ];
}

function knob(corner) {
  const [x, y] = [place(1 + (corner % 2)) - GAP / 2, place(1 + Math.floor(corner / 2)) - GAP / 2];
  return [
    ["color", "text"],
    ["circle", x, y, 17],
    ["color", "surface"],
    ["circle", x, y, 15],
    ["color", "text"],
    ["text", right ? "↻" : "↺", x, y + 1, 20, "center"],
  ];
}

function board() {
  const corners = game.phase === "playing" ? Array.from({ length: CORNERS }, (_, at) => at) : [];
  return ui.canvas({
    label: t.board([0, 3, 6].map((from) => [...game.board.slice(from, from + 3)].join(" "))),
    width: SIDE,
    height: SIDE,
    draw: [...[...game.board].flatMap(tile), ...corners.flatMap(knob)],
    press: (x, y) => turnAt((x > SIDE / 2 ? 1 : 0) + (y > SIDE / 2 ? 2 : 0)),
  });
}

function turnAt(corner) {
  if (game.phase !== "playing") return;
  game = play(game, { corner, right });
  note = "";
  if (game.phase === "solved") void keep();
  draw();
}

function flip() {
  right = !right;
  draw();
}

function goOn() {
  if (game.phase === "solved") game = nextLevel(game, Math.random);
  else {
    game = newGame(Math.random);
    handedIn = 0;
  }
  note = "";
  draw();
}

/** Keeps the best here, and hands it in where there is a board. */
async function keep() {
  const { solved } = game;
  if (solved > best) {
    best = solved;
    gum.storage.set("best", best).catch(() => undefined);
  }
  if (!hasBoard || solved <= handedIn) return;
  note = t.checking;
  try {
    const kept = await gum.scores.submit(BOARD, solved);
    handedIn = Math.max(solved, kept.best);
    note = kept.isBest ? t.checked : t.notBetter(kept.best);
    await readBoard();
  } catch ({ code }) {
    note = code === "score_checks_busy" || code === "rate_limited" ? t.busy : t.refused;
  }
  draw();
}

async function readBoard() {
  if (!hasBoard) return;
  everybody = await gum.scores.top(BOARD).catch(() => null);
  draw();
}

function result() {
  if (game.phase === "playing") return null;
  const isOver = game.phase === "over";
  return ui.card(
    ui.text(isOver ? t.over : game.isPerfect ? t.perfect : t.done, {
      bold: true,
      tone: isOver ? "danger" : "success",
      align: "center",
    }),
    isOver && ui.text(t.solved(game.solved), { size: "large", align: "center" }),
    ui.row({ align: "center" }, ui.button(isOver ? t.again : t.next, goOn, { primary: true })),
  );
}

function turns() {
  if (game.phase !== "playing") return null;
  return ui.column(
    ui.row(
      { align: "center" },
      ui.button(right ? t.right : t.left, flip, {
        description: `${right ? t.right : t.left}. ${t.switchTo}`,
      }),
    ),
    ui.grid(
      2,
      t.corners.map((name, corner) =>
        ui.button(`${name} ${right ? "↻" : "↺"}`, () => turnAt(corner), { description: t.turn(name, right) }),
      ),
    ),
  );
}

function places() {
  if (!hasBoard) return ui.text(t.alone, { size: "small", tone: "muted" });
  if (!everybody) return null;
  const shown = everybody.entries.slice(0, SHOWN);
  const mine = everybody.mine && everybody.mine.rank > SHOWN ? [everybody.mine] : [];
  return ui.card(
    ui.text(t.everybody, { bold: true }),
    shown.length === 0 && ui.text(t.nobody, { tone: "muted" }),
    [...shown, ...mine].map(({ rank, name, value, me }) =>
      ui.text(t.place(rank, me ? t.you : name || t.somebody, value), { bold: me }),
    ),
  );
}

function draw() {
  ui.render(
    ui.column(
      ui.row({ align: "between" }, ui.heading(t.title), ui.text(t.best(best), { tone: "muted" })),
      game.solved === 0 && game.turns === 0 && ui.text(t.how, { tone: "muted" }),
      ui.row(
        { align: "between" },
        ui.text(t.level(game.level), { bold: true }),
        ui.text(t.turns(game.turns, game.par), { tone: game.turns > game.par ? "danger" : "normal" }),
        ui.text(t.spare(game.spare), { tone: game.spare === 0 ? "danger" : "normal" }),
      ),
      ui.row({ align: "center" }, board()),
      result(),
      turns(),
      note && ui.text(note, { size: "small", tone: "muted", align: "center" }),
      places(),
      ui.text(t.keys, { size: "small", tone: "muted" }),
    ),
  );
}

const KEYS = "qwas";
ui.onKey(({ key, down }) => {
  if (!down) return;
  const pressed = key.toLowerCase();
  if (pressed === "x") flip();
  else if (KEYS.includes(pressed) && pressed.length === 1) turnAt(KEYS.indexOf(pressed));
  else if (pressed === "enter" && game.phase !== "playing") goOn();
});

draw();
await gum.ready();
best = (await gum.storage.get("best").catch(() => 0)) ?? 0;
draw();
await readBoard();
