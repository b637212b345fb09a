// The rules of Meguri. Nine tiles in a square; a turn sends four of them round. No clock, no screen, no chance of its own.

export const SOLVED = "123456789";

/** The four squares of 2 × 2, each as its places in the order of a turn to the right. */
const RINGS = [
  [0, 1, 4, 3],
  [1, 2, 5, 4],
  [3, 4, 7, 6],
  [4, 5, 8, 7],
];
export const CORNERS = RINGS.length;
/** All turns there are. */
const TURNS = RINGS.flatMap((_, corner) => [
  { corner, right: true },
  { corner, right: false },
]);

export const SPARE_MAX = 3;
const DEEPEST = 7;
/** From the solved board and from the other one, half of the way each. */
const HALF = 4;

/** The board after a turn. */
export function turn(board, { corner, right }) {
  const ring = RINGS[corner];
  const next = [...board];
  ring.forEach((place, at) => (next[ring[(at + (right ? 1 : 3)) % 4]] = board[place]));
  return next.join("");
}

/** How many turns lie between the board and each of those around it, up to a distance. */
function around(board, distance) {
  const known = new Map([[board, 0]]);
  let edge = [board];
  for (let far = 1; far <= distance; far++) {
    const next = [];
    for (const each of edge)
      for (const way of TURNS) {
        const there = turn(each, way);
        if (known.has(there)) continue;
        known.set(there, far);
        next.push(there);
      }
    edge = next;
  }
  return known;
}

let near = null;

/** The fewest turns that solve the board: of those that are at most seven away. */
export function par(board) {
  near ??= around(SOLVED, HALF);
  const direct = near.get(board);
  if (direct !== undefined) return direct;
  let fewest = Infinity;
  for (const [there, far] of around(board, DEEPEST - HALF)) {
    const rest = near.get(there);
    if (rest !== undefined) fewest = Math.min(fewest, far + rest);
  }
  return fewest;
}

/** How far from the solution a level begins: two turns, and one more with every third. */
export function depthOf(level) {
  return Math.min(DEEPEST, 2 + Math.floor((level - 1) / 3));
}

/** A board that is exactly as far from the solution as the level wants. */
export function makeLevel(level, random) {
  const depth = depthOf(level);
  for (;;) {
    let board = SOLVED;
    for (let count = 0; count < depth; count++)
      board = turn(board, TURNS[Math.floor(random() * TURNS.length)]);
    if (par(board) === depth) return board;
  }
}

export function newGame(random) {
  const board = makeLevel(1, random);
  return { level: 1, solved: 0, spare: SPARE_MAX, board, par: par(board), turns: 0, phase: "playing" };
}

/** What a turn makes of a game. A turn beyond the fewest costs a spare one; a level without any gives one back. */
export function play(game, way) {
  if (game.phase !== "playing") return game;
  const board = turn(game.board, way);
  const turns = game.turns + 1;
  const spare = turns > game.par ? game.spare - 1 : game.spare;
  if (board === SOLVED && spare >= 0) {
    const isPerfect = turns === game.par;
    const back = Math.min(SPARE_MAX, spare + (isPerfect ? 1 : 0));
    return { ...game, board, turns, spare: back, solved: game.solved + 1, phase: "solved", isPerfect };
  }
  return { ...game, board, turns, spare: Math.max(0, spare), phase: spare < 0 ? "over" : "playing" };
}

export function nextLevel(game, random) {
  const board = makeLevel(game.level + 1, random);
  return { ...game, level: game.level + 1, board, par: par(board), turns: 0, phase: "playing" };
}
