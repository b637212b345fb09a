import { describe, expect, it } from "vitest";
import { allowHandlers } from "./allow-handlers";

const allow = (text: string, hashes: string[]) =>
  new TextDecoder().decode(allowHandlers(new TextEncoder().encode(text), hashes));

describe("allowHandlers", () => {
  it("adds the hashes and the capability, and keeps the rest as it was", () => {
    const text = '{\n\t"name": "a",\n\t"zeta": 1,\n\t"entry": {"html": "i.html"}\n}';
    expect(allow(text, ["sha256-x"])).toBe(
      '{\n\t"name": "a",\n\t"zeta": 1,\n\t"entry": {\n\t\t"html": "i.html"\n\t},\n\t"metadata": {\n\t\t"inline_events": {\n\t\t\t"allowed_attr_hashes": [\n\t\t\t\t"sha256-x"\n\t\t\t]\n\t\t}\n\t},\n\t"required_capabilities": [\n\t\t"inline-events"\n\t]\n}\n',
    );
  });

  it("replaces what was there, and names the capability once", () => {
    const text =
      '{"required_capabilities":[{"name":"inline-events"}],"metadata":{"a":1,"inline_events":{"allowed_attr_hashes":["old"]}}}';
    expect(JSON.parse(allow(text, ["new"]))).toEqual({
      required_capabilities: [{ name: "inline-events" }],
      metadata: { a: 1, inline_events: { allowed_attr_hashes: ["new"] } },
    });
    expect(JSON.parse(allow("{}", []))).toEqual({ metadata: { inline_events: { allowed_attr_hashes: [] } } });
  });

  it("refuses what is no manifest", () => {
    expect(() => allow("[]", [])).toThrow("manifest.json must hold one JSON object.");
    expect(() => allow("{", [])).toThrow("manifest.json must hold one JSON object.");
  });
});
