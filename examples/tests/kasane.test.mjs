import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canLand, COLUMNS, draw, drop, emptyBoard, fallTime, isOver, ROWS } from "../kasane/rules.js";

const board = (...columns) => [...columns, ...emptyBoard()].slice(0, COLUMNS);

describe("a landing", () => {
  it("lays a tile on what is there", () => {
    expect(drop(board([2]), 0, 4)).toMatchObject({ board: board([2, 4]), points: 0, chain: 0 });
  });

  it("makes one of two equals", () => {
    expect(drop(board([2]), 0, 2)).toMatchObject({ board: board([4]), points: 4, chain: 1 });
  });

  it("takes in equals on three sides at once", () => {
    expect(drop(board([8, 4], [4], [16, 4]), 1, 4).board).toEqual(board([8], [32], [16]));
    expect(drop(board([8, 2], [4], [16, 2]), 1, 2).board).toEqual(board([8], [4, 8], [16]));
  });

  it("goes on as a chain, and pays more for each link", () => {
    const result = drop(board([8, 4, 2]), 0, 2);
    expect(result).toMatchObject({ board: board([16]), chain: 3 });
    expect(result.points).toBe(4 + 8 * 2 + 16 * 3);
  });

  it("merges what comes to lie beside its equal", () => {
    // The 2 beside the landing one merges; the 32 above it falls down next to the other 32.
    expect(drop(board([], [2, 32], [32]), 0, 2)).toMatchObject({ board: board([4], [64], []), chain: 2 });
  });

  it("lets a full column take only its topmost number", () => {
    const full = [2, 4, 8, 16, 32, 64, 128];
    expect(full).toHaveLength(ROWS);
    expect(canLand(board(full), 0, 2)).toBe(false);
    expect(drop(board(full), 0, 128).board[0]).toEqual([2, 4, 8, 16, 32, 64, 256]);
  });
});

describe("a whole game", () => {
  it("never leaves two equals side by side, a gap, or a column too high", () => {
    const moves = fc.array(fc.tuple(fc.nat(COLUMNS - 1), fc.double({ min: 0, max: 0.999, noNaN: true })), {
      minLength: 60,
      maxLength: 160,
    });
    fc.assert(
      fc.property(moves, (list) => {
        let cells = emptyBoard();
        for (const [column, chance] of list) {
          const value = draw(cells, () => chance);
          if (!canLand(cells, column, value)) continue;
          cells = drop(cells, column, value).board;
          for (const [c, tiles] of cells.entries()) {
            expect(tiles.length).toBeLessThanOrEqual(ROWS);
            tiles.forEach((tile, r) => {
              expect(Math.log2(tile) % 1).toBe(0);
              expect(tile).not.toBe(tiles[r + 1]);
              expect(tile).not.toBe(cells[c + 1]?.[r]);
            });
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("shows each step so that a view ends where the rules end", () => {
    const start = board([8, 4, 2], [16, 8], [2]);
    const shown = new Map(start.flatMap((column, c) => column.map((value, r) => [`${c}:${r}`, value])));
    shown.set("0:3", 2);
    const result = drop(start, 0, 2);
    for (const step of result.steps) {
      if (step.kind === "merge") {
        for (const { column, row } of step.from) shown.delete(`${column}:${row}`);
        shown.set(`${step.into.column}:${step.into.row}`, step.value);
      } else {
        const values = step.moves.map(({ column, row }) => shown.get(`${column}:${row}`));
        for (const { column, row } of step.moves) shown.delete(`${column}:${row}`);
        step.moves.forEach(({ column, to }, i) => shown.set(`${column}:${to}`, values[i]));
      }
    }
    const ended = result.board.flatMap((column, c) => column.map((value, r) => [`${c}:${r}`, value]));
    expect(new Map([...shown].sort())).toEqual(new Map(ended.sort()));
  });

  it("is over when no column takes the next number", () => {
    const full = Array.from({ length: COLUMNS }, (_, c) =>
      Array.from({ length: ROWS }, (_, r) => 2 ** (1 + ((r + c) % 6))),
    );
    const tops = full.map((column) => column.at(-1));
    expect(isOver(full, 4096)).toBe(true);
    expect(isOver(full, tops[0])).toBe(false);
  });

  it("becomes faster, but never too fast", () => {
    expect(fallTime(0)).toBe(7000);
    expect(fallTime(10)).toBeLessThan(fallTime(0));
    expect(fallTime(1000)).toBe(1500);
  });
});
