import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choose } from "../kaeshi/computer.js";
import { BLACK, count, movesOf, nameOf, play, replay, start, turned, WHITE } from "../kaeshi/rules.js";
import { emptyTable, hear, IDLE_MS, isFree, readTable, writeTable } from "../kaeshi/table.js";

const square = (name) => "abcdefgh".indexOf(name[0]) + (Number(name[1]) - 1) * 8;
const squares = (...names) => names.map(square);

describe("a game", () => {
  it("begins with four stones, and Black has four moves", () => {
    const { board, turn } = start();
    expect(count(board)).toEqual([2, 2]);
    expect(movesOf(board, turn).map(nameOf)).toEqual(["d3", "c4", "f5", "e6"]);
  });

  it("turns over what is enclosed, in all directions, and nothing behind the edge", () => {
    const { board } = replay(squares("d3", "c3", "c4"));
    expect(count(board)).toEqual([5, 2]);
    expect(turned(board, square("e3"), WHITE).map(nameOf).sort()).toEqual(["d3", "e4"]);
    expect(turned(board, square("h8"), WHITE)).toEqual([]);
    expect(turned(board, square("d3"), WHITE)).toEqual([]);
  });

  it.each([null, -1, 64, 0.5, "19", [19], square("a1")])("refuses the move %j", (at) => {
    expect(play(start(), at)).toBeNull();
  });

  it("ends when nobody can move; the shortest takes nine", () => {
    const end = replay(squares("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"));
    expect(end.turn).toBeNull();
    expect(count(end.board)).toEqual([13, 0]);
  });

  it("goes on to its end, whoever plays, and passes over who cannot move", () => {
    let passed = 0;
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (picks) => {
        let game = replay([]);
        const moves = [];
        while (game.turn !== null) {
          const legal = movesOf(game.board, game.turn);
          expect(legal.length).toBeGreaterThan(0);
          moves.push(legal[picks.next().value % legal.length]);
          const before = game.turn;
          game = replay(moves);
          if (game.last.hasPassed) passed += 1;
          expect(game.last.hasPassed).toBe(game.turn === before);
        }
        expect(moves.length).toBeLessThanOrEqual(60);
      }),
      { numRuns: 30 },
    );
    expect(passed).toBeGreaterThan(0);
  });

  it.each(["gentle", "steady", "strong"])("is played by the %s computer by the rules", (level) => {
    const moves = [];
    while (moves.length < 12) moves.push(choose(replay(moves), level, () => 0.5));
    expect(replay(moves).sides).toHaveLength(12);
  });

  it("is lost by the gentle computer to the strong one", () => {
    const moves = [];
    for (let game = replay([]); game.turn !== null; game = replay(moves))
      moves.push(choose(game, game.turn === BLACK ? "gentle" : "strong", () => 0.5));
    const [black, white] = count(replay(moves).board);
    expect(white).toBeGreaterThan(black);
  });
});

describe("the table", () => {
  const T0 = Date.parse("2026-03-14T10:00:00Z");
  let minute = 0;
  const said = (from, payload, at = new Date(T0 + minute++ * 60_000).toISOString()) => ({
    from,
    payload,
    at,
  });
  const after = (updates, table = emptyTable()) => updates.reduce(hear, table);
  const move = (from, ply, to, game = 1) => said(from, { do: "move", game, ply, to: square(to) });
  const seated = () =>
    after([said("ada", { do: "sit", side: BLACK }), said("ben", { do: "sit", side: WHITE })]);

  it("gives a seat to whoever the log names first, and one seat to a person", () => {
    const table = after([
      said("ada", { do: "sit", side: BLACK }),
      said("ben", { do: "sit", side: BLACK }),
      said("ada", { do: "sit", side: WHITE }),
      said("cleo", { do: "sit", side: WHITE }),
    ]);
    expect(table.seats).toEqual(["ada", "cleo"]);
  });

  it.each([
    ["out of turn", move("ben", 0, "d3")],
    ["of a spectator", move("cleo", 0, "d3")],
    ["of nobody", move(null, 0, "d3")],
    ["on a square where it is not allowed", move("ada", 0, "a1")],
    ["of a later position", move("ada", 1, "d3")],
    ["of another game", move("ada", 0, "d3", 2)],
    ["without a time", { from: "ada", payload: { do: "move", game: 1, ply: 0, to: 19 } }],
    ["that is none", said("ada", { do: "move", game: 1, ply: 0, to: { toString: "19" } })],
    ["with a text for a number", said("ada", { do: "move", game: 1, ply: "0", to: "19" })],
    ["of an unknown kind", said("ada", { do: "constructor" })],
    ["that brings its own table", said("ada", { do: "sit", side: 2, seats: ["ada", "ada"], board: [] })],
    ["that is null", said("ada", null)],
    ["that is a text", said("ada", "move")],
  ])("is the same after a move %s", (_, forged) => {
    const table = seated();
    expect(hear(table, forged)).toBe(table);
  });

  it("takes a move once, and not when it comes late", () => {
    const first = after([move("ada", 0, "d3")], seated());
    expect(first).toMatchObject({ turn: WHITE, moves: [square("d3")] });
    expect(after([move("ada", 0, "d3"), move("ada", 0, "c4"), move("ada", 1, "c4")], first)).toBe(first);
  });

  it("is the same for everybody, whatever members write in between", () => {
    const payload = fc.oneof(
      fc.json().map((text) => JSON.parse(text)),
      fc.record({
        do: fc.constantFrom("sit", "leave", "move", "undo", "answer", "again", "nonsense", "toString"),
        side: fc.constantFrom(0, 1, 2, "0", null),
        game: fc.constantFrom(1, 2, "1"),
        ply: fc.nat(6),
        to: fc.oneof(fc.nat(70), fc.string(), fc.constant(null)),
        yes: fc.boolean(),
      }),
    );
    const update = fc.record({
      from: fc.constantFrom("ada", "ben", "cleo", "", null, "__proto__"),
      payload,
      at: fc.constantFrom("2026-03-14T10:00:00Z", "2026-03-14T12:00:00Z", "never"),
    });
    fc.assert(
      fc.property(fc.array(update, { maxLength: 60 }), fc.nat(60), (updates, cut) => {
        const whole = after(updates);
        // Who begins from a snapshot sees what those see who were there from the start.
        const snapshot = JSON.parse(JSON.stringify(writeTable(after(updates.slice(0, cut)))));
        expect(after(updates.slice(cut), readTable(snapshot))).toEqual(whole);
        expect(whole.sides).toHaveLength(whole.moves.length);
        expect(replay(whole.moves)).toMatchObject({ board: whole.board, turn: whole.turn });
      }),
      { numRuns: 300 },
    );
  });

  it("lets somebody else take the seat that all wait for, after a while", () => {
    const table = after([move("ada", 0, "d3")], seated());
    const later = new Date(table.since + IDLE_MS + 1).toISOString();
    const sit = (side, at) => hear(table, said("cleo", { do: "sit", side }, at));
    expect(sit(WHITE, new Date(table.since + IDLE_MS).toISOString())).toBe(table);
    // Ada has moved: it is not she who lets the others wait.
    expect(sit(BLACK, later)).toBe(table);
    expect(sit(WHITE, later).seats).toEqual(["ada", "cleo"]);
    expect(isFree(sit(WHITE, later), WHITE, Date.parse(later) + 1)).toBe(false);
  });

  it("goes on with whoever sits down in a seat that was left", () => {
    const table = after(
      [move("ada", 0, "d3"), said("ben", { do: "leave" }), said("cleo", { do: "sit", side: WHITE })],
      seated(),
    );
    expect(after([move("ben", 1, "c3")], table)).toBe(table);
    expect(after([move("cleo", 1, "c3")], table).moves).toHaveLength(2);
  });

  it("gives a move back if the other player agrees", () => {
    const table = after([move("ada", 0, "d3"), move("ben", 1, "c3")], seated());
    const ask = (from) => said(from, { do: "undo", game: 1, ply: 2 });
    const answer = (from, yes) => said(from, { do: "answer", game: 1, ply: 2, yes });
    expect(after([answer("ben", true)], table)).toBe(table);
    expect(after([ask("ada"), answer("ada", true), answer("cleo", true)], table)).toMatchObject({
      asks: BLACK,
    });
    expect(after([ask("ada"), answer("ben", true)], table)).toMatchObject({
      moves: [],
      turn: BLACK,
      asks: null,
    });
    expect(after([ask("ben"), answer("ada", true)], table)).toMatchObject({
      moves: [square("d3")],
      turn: WHITE,
    });
    expect(after([ask("ada"), answer("ben", false)], table).moves).toHaveLength(2);
  });

  it("begins another game with the colours changed, once this one is over", () => {
    const again = (from, ply) => said(from, { do: "again", game: 1, ply });
    const names = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    const table = after(
      names.map((name, ply) => move(ply % 2 ? "ben" : "ada", ply, name)),
      seated(),
    );
    expect(table.turn).toBeNull();
    expect(after([again("cleo", 9), again("ada", 8)], table)).toBe(table);
    expect(after([again("ada", 9), again("ben", 9)], table)).toMatchObject({
      game: 2,
      seats: ["ben", "ada"],
      moves: [],
    });
    const running = after([move("ada", 0, "d3")], seated());
    expect(after([again("ada", 1)], running)).toBe(running);
  });

  it.each([
    null,
    7,
    { v: 1 },
    { ...writeTable(emptyTable()), moves: [0] },
    { ...writeTable(emptyTable()), seats: ["ada", 7] },
    { ...writeTable(emptyTable()), seats: ["ada", "ben", "cleo"] },
    { ...writeTable(emptyTable()), asks: 2 },
  ])("is not read from the snapshot %j", (value) => {
    expect(readTable(value)).toBeNull();
  });
});
