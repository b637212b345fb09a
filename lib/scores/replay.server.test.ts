import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Recording, readLog, type InputKind } from "@/lib/sandbox/protocol/recording";
import { runAgain } from "./replay.server";

/** Submits a score that depends on its inputs, random numbers, time and pending promises. */
const SCRIPT = `
  let sum = 0, ticks = 0;
  const mix = (value) => { sum = (sum * 31 + value + Math.floor(Math.random() * 1000) + Date.now() % 97) % 1000003; };
  const hand = () => gum.scores.submit("sum", sum + new Date().getHours());
  const draw = () => ui.render(ui.column(
    ui.button("One", () => { mix(1); draw(); }),
    ui.button("Hand in", hand),
    ui.input({ label: "Text", change: async (text) => { await null; mix(text.length); draw(); } }),
  ));
  ui.onKey(({ key, down }) => { mix(key.charCodeAt(0) + down); });
  const frame = () => { mix(3); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  setInterval(() => { ticks += 1; mix(ticks); }, 40);
  draw();
  mix((await gum.storage.get("x")) ?? 0);
`;
const FACTS = { theme: "light", locale: "en", capabilities: ["scores"] };
const order = (log: string, seed = 7, files: [string, string][] = [["main.js", SCRIPT]]) => ({
  entry: "main.js",
  files,
  memoryMb: 16,
  facts: { app: { id: "x", name: "x", version: "1.0.0" }, userId: "x" },
  deterministic: { seed, startMs: 1_700_000_000_000, recorded: true },
  log,
});

const input = fc.oneof(
  fc.constant<[InputKind, object]>(["event", { handler: 1, args: "[]" }]),
  fc
    .integer({ min: 1, max: 30 })
    .map((handler): [InputKind, object] => ["event", { handler, args: '["a"]' }]),
  fc.string({ minLength: 1, maxLength: 3 }).map((key): [InputKind, object] => ["key", { key, down: true }]),
  fc.constant<[InputKind, object]>(["frame", {}]),
  fc.constant<[InputKind, object]>(["settle", { call: 1, ok: true, value: "5" }]),
);
const inputs = fc.array(fc.tuple(input, fc.integer({ min: 0, max: 500 })), { minLength: 1, maxLength: 40 });

function record(list: [[InputKind, object], number][]): string {
  const recording = new Recording(FACTS);
  let at = 0;
  for (const [[kind, message], wait] of list)
    recording.add((at += wait), kind, message as Record<string, unknown>);
  recording.add(at + 1, "event", { handler: 2, args: "[]" });
  return recording.log!;
}

describe("a recorded run", () => {
  it("comes out the same each time, and differently with another seed", async () => {
    await fc.assert(
      fc.asyncProperty(inputs, fc.integer({ min: 0, max: 2 ** 32 - 1 }), async (list, seed) => {
        const log = record(list);
        const [first, second] = await Promise.all([runAgain(order(log, seed)), runAgain(order(log, seed))]);
        expect(first.problem).toBeNull();
        expect(second).toEqual(first);
      }),
      { numRuns: 5 },
    );
    const log = record([[["event", { handler: 1, args: "[]" }], 10]]);
    const [one, other] = await Promise.all([runAgain(order(log, 1)), runAgain(order(log, 2))]);
    expect(one.scores).toHaveLength(1);
    expect(one.scores).not.toEqual(other.scores);
  });

  it("is written so that it reads the same, and is none any more when it is too long", () => {
    fc.assert(
      fc.property(inputs, (list) => {
        const run = readLog(record(list))!;
        expect(run.facts).toEqual(FACTS);
        expect(run.inputs.slice(0, -1).map(({ kind, message }) => [kind, message])).toEqual(
          list.map(([each]) => each),
        );
      }),
    );
    const recording = new Recording(FACTS);
    for (let count = 0; count < 20_001; count++) recording.add(count, "more", {});
    expect(recording.log).toBeNull();
  });

  it.each([
    ["an endless loop", "for (;;);", "took too long"],
    [
      "endless promises",
      "const again = () => Promise.resolve().then(again); again(); for (;;) await null;",
      null,
    ],
    ["memory without end", "const all = []; for (;;) all.push(new Uint8Array(1e6));", null],
    ["depth without end", "const f = () => f() + 1; f();", null],
  ])("with %s ends by itself and counts nothing", async (_, code, problem) => {
    const outcome = await runAgain(order(JSON.stringify(FACTS), 1, [["main.js", code]]));
    expect(outcome.scores).toEqual([]);
    if (problem) expect(outcome.problem).toContain(problem);
  });
});
