import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runPolicies } from "@/lib/sandbox/frame/policy";
import { NO_FLAGS, readRunQuery, writeRunQuery } from "@/lib/sandbox/protocol/run-query";
import { MalformedMessage } from "@/lib/sandbox/protocol/schema";
import { calls, parseHello, parseToHost } from "@/lib/sandbox/protocol/to-host";

describe("messages to the host", () => {
  test("are copied field by field", () => {
    const sent = JSON.parse(
      `{"type":"storage","extra":1,"__proto__":{"evil":1},"changes":[{"area":"local","key":"__proto__","value":"v","x":1}]}`,
    ) as unknown;
    const parsed = parseToHost(sent);
    expect(parsed).toEqual({ type: "storage", changes: [{ area: "local", key: "__proto__", value: "v" }] });
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect(Object.keys(parsed)).toEqual(["changes", "type"]);
  });

  test.each([
    null,
    5,
    "text",
    [],
    {},
    { type: "__proto__" },
    { type: "constructor" },
    { type: "unknown" },
    { type: "pong", n: "1", heapBytes: null },
    { type: "pong", n: NaN, heapBytes: null },
    { type: "title" },
    { type: "storage", changes: [{ area: "other", key: "k", value: "v" }] },
    { type: "storage", changes: [{ area: "local", key: "k".repeat(1_025), value: "v" }] },
    { type: "storage", changes: new Array(2_001).fill({ area: "local", key: "k", value: "v" }) },
    { type: "storage", changes: [{ area: "local", key: "k", value: "v".repeat(10 * 1024 * 1024 + 1) }] },
    { type: "unload", n: 1, state: "x".repeat(3 * 1024 * 1024 + 1) },
  ])("%# is refused", (message) => {
    expect(() => parseToHost(message)).toThrow(MalformedMessage);
  });

  test("nothing but a MalformedMessage comes of anything", () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom("storage", "console", "call", "navigate", "problem"),
        (value, type) => {
          const message = typeof value === "object" && value !== null ? { ...value, type } : value;
          try {
            parseToHost(message);
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedMessage);
          }
        },
      ),
    );
  });

  test("shown texts are cut, others refused", () => {
    expect(parseToHost({ type: "title", title: "t".repeat(500) })).toEqual({
      type: "title",
      title: "t".repeat(200),
    });
    expect(calls.alert({ message: "m".repeat(10_000) }).message.length).toBe(4_096);
    expect(() => calls.openLink({ url: "u".repeat(10_000) })).toThrow(MalformedMessage);
  });

  test("a notification is a text of some length, and may lead somewhere", () => {
    const parsed = calls.notify({ text: "t".repeat(5_000), icon: "data:" } as never);
    expect(parsed).toEqual({ text: "t".repeat(2_000), href: null });
    for (const wrong of [{ text: 1 }, { text: "a", href: "#".repeat(1_001) }, { text: "a", href: {} }, "a"])
      expect(() => calls.notify(wrong as never)).toThrow(MalformedMessage);
  });

  test("a card has a few short parts", () => {
    const card = {
      title: "t".repeat(5_000),
      lines: ["a"],
      bars: [{ label: "b", value: 1, x: 1 }],
      people: [],
    };
    const parsed = calls.card({ card: { ...card, image: undefined, alt: "" } }).card!;
    expect(parsed.title.length).toBe(2_000);
    expect(parsed.bars).toEqual([{ label: "b", value: 1 }]);
    expect(calls.card({ card: null })).toEqual({ card: null });
    for (const wrong of [
      { lines: Array(7).fill("a") },
      { bars: [{ label: "b", value: Infinity }] },
      { people: ["x".repeat(65)] },
      { image: "data:" },
      { image: new Blob([new Uint8Array(65 * 1024)]) },
    ])
      expect(() => calls.card({ card: { ...card, alt: "", image: null, ...wrong } })).toThrow(
        MalformedMessage,
      );
  });

  test("a hello of another version is none", () => {
    expect(parseHello({ gum: "hello", version: 1, secret: "s", more: 1 })).toEqual({
      gum: "hello",
      version: 1,
      secret: "s",
    });
    expect(() => parseHello({ gum: "hello", version: 2, secret: "s" })).toThrow(MalformedMessage);
  });
});

describe("the URL of a run", () => {
  const hash = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
  test("is read as it was written, and in no other way", () => {
    const query = {
      probe: false,
      evaluates: true,
      anyHandler: false,
      handlerHashes: [hash, hash.replace("47", "48")],
    } as const;
    const written = writeRunQuery({ ...query, handlerHashes: [...query.handlerHashes] });
    expect(readRunQuery(new URLSearchParams(written))).toEqual(query);
    expect(readRunQuery(new URLSearchParams(""))).toEqual({
      probe: false,
      evaluates: false,
      anyHandler: false,
      handlerHashes: [],
    });
    const any = writeRunQuery({ probe: false, ...NO_FLAGS, anyHandler: true, handlerHashes: [hash] });
    expect(any).toBe("on=1");
    expect(readRunQuery(new URLSearchParams(any))).toEqual({ probe: false, ...NO_FLAGS, anyHandler: true });
    expect(readRunQuery(new URLSearchParams("probe=1"))).toEqual({ probe: true });
    for (const odd of [
      `${written}&x=1`,
      `x=1`,
      `eval=2`,
      `eval=1&eval=1`,
      `h=&eval=1`,
      `h=abc`,
      `probe=1&eval=1`,
      `eval=1&h=`,
      `${written}.`,
    ]) {
      expect(readRunQuery(new URLSearchParams(odd)), odd).toBeNull();
    }
  });

  test("policies are the two of the design", () => {
    const base = { nonce: "N", shell: "http://localhost:3000", egressOrigin: null };
    expect(runPolicies({ ...base, evaluates: false, anyHandler: false, handlerHashes: [] })).toEqual([
      "default-src 'none'; script-src 'nonce-N' blob: 'wasm-unsafe-eval'; style-src 'unsafe-inline' blob:; img-src data: blob:; font-src data: blob:; media-src data: blob:; connect-src 'none'; worker-src blob:; child-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; webrtc 'block'; frame-ancestors http://localhost:3000; sandbox allow-scripts",
      "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob: data:; style-src 'unsafe-inline' blob:; img-src data: blob:; font-src data: blob:; media-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'",
    ]);
    const [first, second] = runPolicies({
      ...base,
      evaluates: true,
      anyHandler: false,
      handlerHashes: [hash],
    });
    expect(first).toContain(
      `script-src 'nonce-N' blob: 'wasm-unsafe-eval' 'unsafe-eval' 'unsafe-hashes' 'sha256-${hash}';`,
    );
    expect(second).toContain("script-src 'unsafe-inline' 'wasm-unsafe-eval' 'unsafe-eval' blob: data:;");
    expect(second).not.toContain("unsafe-hashes");
    const [any] = runPolicies({ ...base, ...NO_FLAGS, anyHandler: true });
    expect(any).toContain("script-src 'nonce-N' blob: 'wasm-unsafe-eval'; script-src-attr 'unsafe-inline';");
  });
});
