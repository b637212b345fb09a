import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runPolicies } from "@/lib/sandbox/frame/policy";
import { NO_FLAGS, readRunQuery, writeRunQuery } from "@/lib/sandbox/protocol/run-query";
import { rewriteLocations } from "@/lib/sandbox/protocol/script-locations";
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
    { type: "storage", changes: [{ area: "local", key: "k", value: "v".repeat(3 * 1024 * 1024 + 1) }] },
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

describe("scripts that use location", () => {
  test.each([
    ["location.href", "__gumRun.loc(location).href"],
    ["a = window.location.pathname", "a = __gumRun.loc(window.location).pathname"],
    ["location . reload()", "__gumRun.loc(location) . reload()"],
    ["window.location = 'x'", "__gumRun.win(window).location = 'x'"],
    ["document.location='x'", "__gumRun.win(document).location='x'"],
    ["if(a){location='x'}", "if(a){__gumRun.win(globalThis).location='x'}"],
    ["a = 1\nlocation = b", "a = 1\n__gumRun.win(globalThis).location = b"],
    ["else location = b", "else __gumRun.win(globalThis).location = b"],
    ["() => location = b", "() => __gumRun.win(globalThis).location = b"],
    ["const {\n  location = b,\n} = c", "const {\n  location = b,\n} = c"],
    ["f(({ location = b }) => 1)", "f(({ location = b }) => 1)"],
    ["a +\nlocation = b", "a +\nlocation = b"],
    ["[...location.href]", "[...__gumRun.loc(location).href]"],
    ["x.location.href", "x.location.href"],
    ["mylocation.href", "mylocation.href"],
    ["location.hash", "__gumRun.loc(location).hash"],
    ["self.location.origin", "__gumRun.loc(self.location).origin"],
    ["location.ancestorOrigins", "location.ancestorOrigins"],
    ["location === other", "location === other"],
    ["window.location == a", "window.location == a"],
    ["location.search", "__gumRun.loc(location).search"],
    ["const { pathname } = window.location;", "const { pathname } = __gumRun.loc(window.location);"],
    ["f(document.location, 1)", "f(__gumRun.loc(document.location), 1)"],
    ["let l = location;", "let l = __gumRun.loc(location);"],
    ["a = window.location['href']", "a = __gumRun.loc(window.location)['href']"],
    ["a = String(location)", "a = String(__gumRun.loc(location))"],
    ["new URL(f, location)", "new URL(f, __gumRun.loc(location))"],
    ["`${location}`", "`${__gumRun.loc(location)}`"],
    ["location + '#a'", "__gumRun.loc(location) + '#a'"],
    ["'#' + location;", "'#' + __gumRun.loc(location);"],
    ["'your location + mine'", "'your location + mine'"],
    ["'see window.location for more'", "'see window.location for more'"],
    [
      "if (top !== self) top.location = self.location",
      "if (self !== self) __gumRun.win(top).location = __gumRun.loc(self.location)",
    ],
    ["if (window.self === window.top) {", "if (window.self === self) {"],
    ["if (self==top.x) {}", "if (self==top.x) {}"],
    ["desktop !== self", "desktop !== self"],
    [
      "var location = gl.getUniformLocation(a); location = 5",
      "var location = gl.getUniformLocation(a); location = 5",
    ],
    ["function f(location) { location = 5 }", "function f(location) { location = 5 }"],
    ["({ location: a }); location = b", "({ location: a }); location = b"],
  ])("%s", (source, rewritten) => expect(rewriteLocations(source)).toBe(rewritten));
});
