import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  emptyDrawing,
  hear,
  ownStrokes,
  readDrawing,
  visibleStrokes,
  writeDrawing,
} from "../inkstone/merge.js";
import { decode, encode, encodeShort, readStroke, STROKE_CHARS } from "../inkstone/stroke.js";

const line = (x, more = {}) => ({
  ...encode({ tool: "pen", color: "#23201f", size: 4, points: [x, 1, 0.5, x, 90, 0.5] }),
  ...more,
});
const ink = (id, x = 1, more = {}) => ({ do: "ink", id, ...line(x), ...more });
const after = (updates, drawing = emptyDrawing()) => {
  for (const [from, ...ops] of updates) hear(drawing, { from, payload: { ops } });
  return drawing;
};
/** By the x of their first point. */
const seen = (drawing, pending = [], me = "ada") =>
  visibleStrokes(drawing, pending, me).map(({ points }) => points[0]);

describe("a stroke", () => {
  it("is the same after it was kept, to a quarter of a pixel", () => {
    const stroke = { tool: "brush", color: "#dd3f28", size: 8, points: [1.25, 2, 0.5, 3.5, 400, 0.72] };
    expect(decode(encode(stroke))).toEqual(stroke);
    expect(readStroke(encode(stroke))).toEqual(stroke);
  });

  it("loses points rather than being too long to be sent", () => {
    const points = Array.from({ length: 90_000 }, (_, i) => (i % 3 === 2 ? 0.5 : (i * 37) % 480));
    const short = encodeShort({ tool: "pen", color: "#23201f", size: 4, points });
    expect(short.d.length).toBeLessThanOrEqual(STROKE_CHARS);
    expect(readStroke(short).points.slice(-3)).toEqual(points.slice(-3));
  });

  it.each([
    null,
    line(1, { t: "spray" }),
    line(1, { c: "url(x)" }),
    line(1, { s: 1e9 }),
    line(1, { s: "8" }),
    line(1, { d: "" }),
    line(1, { d: "1 2" }),
    line(1, { d: "1 2 NaN" }),
    line(1, { d: "999999 0 25" }),
    line(1, { d: "0 ".repeat(STROKE_CHARS) + "0" }),
    line(1, { d: 7 }),
  ])("is none if it is %j", (value) => {
    expect(readStroke(value)).toBeNull();
  });
});

describe("a drawing of several people", () => {
  it("has everybody's strokes in the order of the log", () => {
    const drawing = after([
      ["ada", ink("a1", 1)],
      ["ben", ink("b1", 2), ink("b2", 3)],
      ["ada", ink("a2", 4)],
    ]);
    expect(seen(drawing)).toEqual([1, 2, 3, 4]);
    expect(drawing.authors).toEqual(["ben", "ada"]);
  });

  it("lets nobody take back or replace what another has drawn", () => {
    const drawing = after([
      ["ada", ink("a1", 1)],
      ["ben", { do: "hide", ids: ["a1"] }, ink("a1", 9)],
      [null, { do: "hide", ids: ["a1"] }],
    ]);
    expect(seen(drawing)).toEqual([1]);
    expect(seen(after([["ada", { do: "hide", ids: ["a1"] }]], drawing))).toEqual([]);
    expect(seen(after([["ben", { do: "show", ids: ["a1"] }]], drawing))).toEqual([]);
    expect(seen(after([["ada", { do: "show", ids: ["a1"] }]], drawing))).toEqual([1]);
  });

  it("shows own changes before the room has them, and takes back only own strokes", () => {
    const drawing = after([
      ["ada", ink("a1", 1)],
      ["ben", ink("b1", 2)],
    ]);
    const pending = [{ ...ink("a2", 3), stroke: readStroke(line(3)) }];
    expect(seen(drawing, pending)).toEqual([1, 2, 3]);
    expect(ownStrokes(drawing, pending, "ada")).toEqual(["a1", "a2"]);
    pending.push({ do: "hide", ids: ["a2"] });
    expect(ownStrokes(drawing, pending, "ada")).toEqual(["a1"]);
    expect(seen(drawing, pending)).toEqual([1, 2]);
    pending.push({ do: "hide", ids: ["b1"] });
    expect(seen(drawing, pending)).toEqual([1, 2]);
    expect(seen(drawing, [...pending, { do: "show", ids: ["a2"] }])).toEqual([1, 2, 3]);
  });

  it("keeps what is old for good", () => {
    const long = line(1, { d: `4 4 25${" 1 1 0".repeat(15_000)}` });
    const drawing = after([["ada", ink("first", 1, long)]]);
    for (let i = 0; i < 8; i++) after([["ben", ink(`b${i}`, 1, long)]], drawing);
    expect(drawing.fixed.length).toBeGreaterThan(0);
    const before = seen(drawing).length;
    expect(seen(after([["ada", { do: "hide", ids: ["first"] }]], drawing))).toHaveLength(before);
    expect(ownStrokes(drawing, [], "ada")).toEqual([]);
  });

  it("takes the newest paper, if it is one", () => {
    const paper = { do: "paper", color: "#1a2536", pattern: "grid" };
    const drawing = after([
      ["ada", paper],
      ["ben", { ...paper, pattern: "stars" }, { ...paper, color: "red" }],
    ]);
    expect(drawing.paper).toEqual({ color: "#1a2536", pattern: "grid" });
  });

  it("is the same from the log and from a snapshot, whatever members write", () => {
    const op = fc.oneof(
      fc.json().map((text) => JSON.parse(text)),
      fc.record({
        do: fc.constantFrom("ink", "hide", "show", "paper", "nonsense"),
        id: fc.constantFrom("a", "b", "c", "d", 7, "x".repeat(99)),
        ids: fc.oneof(fc.array(fc.constantFrom("a", "b", "c", 7, null)), fc.constant("a")),
        t: fc.constantFrom("pen", "eraser", "spray"),
        c: fc.constantFrom("#23201f", "red"),
        s: fc.constantFrom(4, -1),
        d: fc.constantFrom("4 4 25", "8 8 25 1 1 0", "1", ""),
        color: fc.constantFrom("#ffffff", "#151414", 7),
        pattern: fc.constantFrom("plain", "dots", "stars"),
      }),
    );
    const update = fc.tuple(fc.constantFrom("ada", "ben", null), op, op);
    fc.assert(
      fc.property(fc.array(update, { maxLength: 40 }), fc.nat(40), (updates, cut) => {
        const whole = after(updates);
        const half = after(updates.slice(0, cut));
        const snapshot = JSON.parse(JSON.stringify(writeDrawing(half, null)));
        expect(after(updates.slice(cut), readDrawing(snapshot))).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    null,
    {},
    { ...writeDrawing(emptyDrawing(), null), kept: 7 },
    { ...writeDrawing(emptyDrawing(), null), paper: { color: "red", pattern: "plain" } },
    { ...writeDrawing(emptyDrawing(), null), base: "https://example.com/a.png" },
  ])("is not read from %j", (value) => {
    expect(readDrawing(value)).toBeNull();
  });
});
