import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowedHandlerHashes, entryFile, manifestSchema, requiresCapability } from "./manifest-contract";

const minimal = { name: "Ink", entry: { html: "index.html" } };
const APP = "0190a0a0-0000-7000-8000-000000000000";
const HASH = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

describe("manifestSchema", () => {
  it("fills in what may be left out", () => {
    expect(manifestSchema.parse(minimal)).toEqual({
      name: "Ink",
      version: "1.0.0",
      entry: { html: "index.html" },
      description: "",
      category: "other",
      tags: [],
      screenshots: [],
      required_capabilities: [],
      metadata: {},
      limits: {},
      runtime_target: "frame",
    });
  });

  it("takes short forms and gives long ones", () => {
    const manifest = manifestSchema.parse({
      ...minimal,
      name: "  お絵かき  ",
      entry: { html: "./pages/index.html", module: "x.js" },
      tags: ["art", "art", " drawing "],
      required_capabilities: ["eval", { name: "network", reason: "weather" }, "eval"],
      network: { hosts: ["API.example.com", "api.example.com"], reason: "For the weather." },
      metadata: { inline_events: { allowed_attr_hashes: [HASH, `'sha256-${HASH}'`] }, other: 1 },
    });
    expect(manifest.name).toBe("お絵かき");
    expect(manifest.entry).toEqual({ html: "pages/index.html" });
    expect(entryFile(manifest)).toBe("pages/index.html");
    expect(manifest.tags).toEqual(["art", "drawing"]);
    expect(manifest.required_capabilities).toEqual([
      { name: "eval", reason: "" },
      { name: "network", reason: "weather" },
    ]);
    expect(requiresCapability(manifest, "eval")).toBe(true);
    expect(requiresCapability(manifest, "wasm")).toBe(false);
    expect(manifest.network?.hosts).toEqual(["api.example.com"]);
    expect(allowedHandlerHashes(manifest)).toEqual([`sha256-${HASH}`]);
    expect(manifest.metadata).toEqual({ inline_events: { allowed_attr_hashes: [`sha256-${HASH}`] } });
  });

  it("reads what it gave as the same again", () => {
    const path = fc.constantFrom("index.html", "a/b.js", "./x.html", "絵.html");
    const name = fc.constantFrom("a", "お絵かき", "👨‍👩‍👧 x", "n".repeat(32));
    const input = fc.record(
      {
        name,
        entry: fc.oneof(
          fc.record({ html: path }),
          fc.record({ module: path }),
          fc.record({ html: path, module: path }),
        ),
        version: fc.constantFrom("1.0.0", "0.0.1-beta.2"),
        description: fc.constantFrom("", "Lines\nof text"),
        icon: path,
        tags: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 }),
        required_capabilities: fc.array(
          fc.oneof(fc.constantFrom("eval", "odd-one"), fc.record({ name: fc.constant("wasm") })),
          { maxLength: 4 },
        ),
        network: fc.record({ hosts: fc.constant(["a.example.com"]), reason: fc.constant("why") }),
        limits: fc.record({ memory_mb: fc.integer({ min: 1, max: 500 }) }),
      },
      { requiredKeys: ["name", "entry"] },
    );
    fc.assert(
      fc.property(input, (value) => {
        const once = manifestSchema.parse(value);
        expect(manifestSchema.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
      }),
    );
  });

  it.each([
    ["no name", { entry: minimal.entry }],
    ["an empty name", { ...minimal, name: "  " }],
    ["a name of 33", { ...minimal, name: "x".repeat(33) }],
    ["a name with a line break", { ...minimal, name: "a\nb" }],
    ["a name turned around", { ...minimal, name: "a\u202eb" }],
    ["no entry", { name: "a" }],
    ["an empty entry", { name: "a", entry: {} }],
    ["an entry elsewhere", { name: "a", entry: { html: "https://a.com/" } }],
    ["an absolute entry", { name: "a", entry: { html: "/index.html" } }],
    ["a script address as entry", { name: "a", entry: { html: "javascript:alert(1)" } }],
    ["half a version", { ...minimal, version: "1.0" }],
    ["a number as version", { ...minimal, version: 1 }],
    ["a source elsewhere than the web", { ...minimal, source_code_url: "javascript:alert(1)" }],
    ["six names that it was made with", { ...minimal, made_with: ["a", "b", "c", "d", "e", "f"] }],
    ["an empty name that it was made with", { ...minimal, made_with: [" "] }],
    ["a name of 41 that it was made with", { ...minimal, made_with: ["x".repeat(41)] }],
    ["a name turned around that it was made with", { ...minimal, made_with: ["a\u202eb"] }],
    ["an origin that names nothing", { ...minimal, remixed_from: { name: "Ink" } }],
    ["an origin that is no app", { ...minimal, remixed_from: { app: "ink" } }],
    ["an origin elsewhere than the web", { ...minimal, remixed_from: "javascript:alert(1)" }],
    ["an origin turned around", { ...minimal, remixed_from: { app: APP, author: "a\u202eb" } }],
    ["an address as host", { ...minimal, network: { hosts: ["10.0.0.1"], reason: "x" } }],
    ["hosts without a reason", { ...minimal, network: { hosts: ["a.com"] } }],
    [
      "a hash that is none",
      { ...minimal, metadata: { inline_events: { allowed_attr_hashes: ["unsafe-inline"] } } },
    ],
    [
      "another policy in a hash",
      { ...minimal, metadata: { inline_events: { allowed_attr_hashes: [`${HASH}' *`] } } },
    ],
    ["reasons in no language", { ...minimal, network: { hosts: ["a.com"], reason: {} } }],
    ["a capability with a space", { ...minimal, required_capabilities: ["a b"] }],
    ["too much memory", { ...minimal, limits: { memory_mb: 501 } }],
    ["a runtime that is no name", { ...minimal, runtime_target: 1 }],
    ["quickjs with a page", { ...minimal, runtime_target: "quickjs" }],
  ])("refuses %s", (_, value) => {
    expect(manifestSchema.safeParse(value).success).toBe(false);
  });

  it("reads what an app was made from, as an address or as an app", () => {
    const origin = (value: unknown) => manifestSchema.parse({ ...minimal, remixed_from: value }).remixed_from;
    expect(origin("https://example.com/ink")).toEqual({ url: "https://example.com/ink" });
    const whole = { app: APP, name: "Ink", version: "1.2.0", author: "Mika (@mika)" };
    expect(origin({ ...whole, app: APP.toUpperCase(), other: 1 })).toEqual(whole);
    expect(origin(whole)).toEqual(whole);
    expect(origin(origin("https://example.com/ink"))).toEqual({ url: "https://example.com/ink" });
  });

  it("runs any target but quickjs in a frame", () => {
    expect(manifestSchema.parse({ ...minimal, runtime_target: "browser" }).runtime_target).toBe("browser");
  });

  it("is not touched by keys that mean something to JavaScript", () => {
    const value = JSON.parse(
      '{"name":"a","entry":{"html":"i.html"},"__proto__":{"polluted":1},"constructor":1}',
    );
    const manifest = manifestSchema.parse(value);
    expect(Object.keys(manifest)).not.toContain("constructor");
    expect((manifest as { polluted?: number }).polluted).toBeUndefined();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
