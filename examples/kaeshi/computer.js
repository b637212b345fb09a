// The opponent of those who play alone. It looks a few moves ahead; who plays well beats it.

import { count, movesOf, play } from "./rules.js";

const DEPTHS = { gentle: 1, steady: 2, strong: 4 };
export const LEVELS = Object.keys(DEPTHS);
/** From here on the end can be counted. */
const EMPTY_AT_END = 8;

const CORNER = [100, -24, 10, 6];
const NEXT = [-24, -40, -4, -3];
const EDGE = [10, -4, 4, 1];
const INNER = [6, -3, 1, 0];
const QUARTER = [CORNER, NEXT, EDGE, INNER];
const half = (n) => Math.min(n, 7 - n);
const WORTH = Array.from({ length: 64 }, (_, at) => QUARTER[half(at % 8)][half(at >> 3)]);

function worth(board, side) {
  let sum = 0;
  board.forEach((stone, at) => {
    if (stone !== null) sum += stone === side ? WORTH[at] : -WORTH[at];
  });
  return sum + 4 * (movesOf(board, side).length - movesOf(board, 1 - side).length);
}

/** How good a position is for a side, both playing well for so many moves. */
function search(position, side, depth, low, high) {
  const { board, turn } = position;
  if (turn === null) {
    const stones = count(board);
    return (stones[side] - stones[1 - side]) * 1000;
  }
  if (depth === 0) return worth(board, side);
  const isOwn = turn === side;
  let best = isOwn ? -Infinity : Infinity;
  for (const at of movesOf(board, turn)) {
    const value = search(play(position, at), side, depth - 1, low, high);
    best = isOwn ? Math.max(best, value) : Math.min(best, value);
    if (isOwn) low = Math.max(low, best);
    else high = Math.min(high, best);
    if (low >= high) break;
  }
  return best;
}

/** @param random the gentle one does not always see what is best */
export function choose(position, level, random = Math.random) {
  const { board, turn } = position;
  const left = board.filter((stone) => stone === null).length;
  const depth = level === "strong" && left <= EMPTY_AT_END ? left : DEPTHS[level];
  const slip = level === "gentle" ? 60 : 4;
  const rated = movesOf(board, turn).map((at) => ({
    at,
    value: search(play(position, at), turn, depth - 1, -Infinity, Infinity) + random() * slip,
  }));
  return rated.reduce((best, move) => (move.value > best.value ? move : best)).at;
}
