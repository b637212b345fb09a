import { describe, expect, it, test } from "vitest";
import {
  CORNERS,
  depthOf,
  makeLevel,
  newGame,
  nextLevel,
  par,
  play,
  SOLVED,
  SPARE_MAX,
  turn,
} from "../meguri/rules.js";

/** Numbers from 0 to 1 that are always the same. */
function dice(seed) {
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

const ways = Array.from({ length: CORNERS * 2 }, (_, at) => ({ corner: at >> 1, right: at % 2 === 0 }));

test("a turn moves four tiles, four of them lead back, and one to the left undoes one to the right", () => {
  expect(turn(SOLVED, { corner: 0, right: true })).toBe("413526789");
  for (const way of ways) {
    expect(turn(turn(SOLVED, way), { ...way, right: !way.right })).toBe(SOLVED);
    let board = SOLVED;
    for (let count = 0; count < 4; count++) board = turn(board, way);
    expect(board).toBe(SOLVED);
    expect([...turn(SOLVED, way)].sort().join("")).toBe(SOLVED);
  }
});

/** The fewest turns, by trying all of them. */
function search(board, limit) {
  let edge = new Set([board]);
  for (let far = 0; far <= limit; far++) {
    if (edge.has(SOLVED)) return far;
    edge = new Set([...edge].flatMap((each) => ways.map((way) => turn(each, way))));
  }
  return Infinity;
}

test("levels get deeper, and par is the fewest turns there are", () => {
  const random = dice(7);
  expect([1, 3, 4, 7, 16, 40].map(depthOf)).toEqual([2, 2, 3, 4, 7, 7]);
  for (const level of [1, 2, 4, 7, 10]) {
    const board = makeLevel(level, random);
    expect(par(board)).toBe(depthOf(level));
    expect(search(board, depthOf(level))).toBe(depthOf(level));
  }
  expect(par(makeLevel(30, random))).toBe(7);
});

test("the same numbers make the same game", () => {
  expect(newGame(dice(3))).toEqual(newGame(dice(3)));
});

describe("a game", () => {
  const one = { ...newGame(dice(1)), board: turn(SOLVED, ways[1]), par: 1 };

  it("counts a level, and gives a spare turn back for a perfect one", () => {
    const solved = play({ ...one, spare: 1 }, ways[0]);
    expect(solved).toMatchObject({ phase: "solved", solved: 1, spare: 2, isPerfect: true });
    expect(play(one, ways[0]).spare).toBe(SPARE_MAX);
    expect(play(solved, ways[0])).toBe(solved);
    expect(nextLevel(solved, dice(2))).toMatchObject({ level: 2, turns: 0, phase: "playing", spare: 2 });
  });

  it("takes a spare turn for each one too many, and ends without", () => {
    let game = one;
    for (const way of [ways[2], ways[3], ways[2], ways[3]]) game = play(game, way);
    expect(game).toMatchObject({ turns: 4, spare: 0, phase: "playing" });
    expect(play(game, ways[2])).toMatchObject({ phase: "over", solved: 0 });
    expect(play(game, ways[0])).toMatchObject({ phase: "over", solved: 0 });
  });
});
