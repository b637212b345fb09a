import { describe, expect, it } from "vitest";
import { packageFiles } from "@/tests/support/package-files";
import { completeManifest } from "./complete-manifest";
import { allowancesOf, withAllowances } from "./frame-allowance";
import { inspectFiles } from "./inspect-files";
import { manifestSchema } from "./manifest-contract";

const MANIFEST = '{\n\t"name": "a",\n\t"zeta": 1,\n\t"entry": {\n\t\t"html": "i.html"\n\t}\n}\n';
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function complete(
  manifest: string,
  files: Record<string, string | Uint8Array>,
  more?: "inline-events"[],
) {
  const inspection = await inspectFiles(packageFiles(files, null));
  return new TextDecoder().decode(completeManifest(bytesOf(manifest), inspection, more));
}
const parsed = async (...args: Parameters<typeof complete>) =>
  manifestSchema.parse(JSON.parse(await complete(...args)));

describe("completeManifest", () => {
  it("adds hashes and eval, and keeps order, indentation and unknown fields", async () => {
    const text = await complete(MANIFEST, { "i.html": "<p onclick=go()>", "a.js": "eval(x)" });
    expect(text.startsWith('{\n\t"name": "a",\n\t"zeta": 1,\n\t"entry"')).toBe(true);
    const manifest = JSON.parse(text) as object;
    expect(manifest).toMatchObject({ zeta: 1, required_capabilities: ["inline-events", "eval"] });
    expect(await complete(text, { "i.html": "<p onclick=go()>", "a.js": "eval(x)" })).toBe(text);
  });

  it("leaves a manifest alone that lacks nothing, byte for byte", async () => {
    expect(await complete(MANIFEST, { "i.html": "<p>" })).toBe(MANIFEST);
    const quickjs = MANIFEST.replace('"zeta": 1', '"runtime_target": "quickjs"');
    expect(await complete(quickjs, { "a.js": "eval(x)" })).toBe(quickjs);
    expect(await complete("[]", { "a.js": "eval(x)" })).toBe("[]");
  });

  it("keeps the author's hashes", async () => {
    const own = `sha256-${"A".repeat(43)}=`;
    const written = `{"name":"a","entry":{"html":"i.html"},"metadata":{"inline_events":{"allowed_attr_hashes":["${own}"]}}}`;
    const { metadata } = await parsed(written, { "i.html": "<p onclick=go()>" });
    expect(metadata.inline_events?.allowed_attr_hashes).toHaveLength(2);
    expect(metadata.inline_events?.allowed_attr_hashes[0]).toBe(own);
  });

  it("lets every handler run where some are built at run time, or where they are too many to be listed", async () => {
    const built = await parsed(MANIFEST, { "a.js": "e.innerHTML = '<b onclick=\"go(' + i + ')\">'" });
    expect(allowancesOf(built)).toEqual(["inline-events"]);
    const many = Array.from({ length: 150 }, (_, i) => `<p onclick="go(${i})">`).join("");
    const manifest = await parsed(MANIFEST, { "i.html": many });
    expect(allowancesOf(manifest)).toEqual(["inline-events"]);
    expect(manifest.metadata.inline_events?.allowed_attr_hashes).toEqual([]);
    expect(allowancesOf(await parsed(MANIFEST, { "i.html": "<p>" }, ["inline-events"]))).toEqual([
      "inline-events",
    ]);
  });

  it("allows eval where code is too large to be looked through", async () => {
    const large = new Uint8Array(5 * 1024 * 1024).fill(0x20);
    expect(allowancesOf(await parsed(MANIFEST, { "big.js": large }))).toEqual(["eval"]);
  });
});

describe("withAllowances", () => {
  it("adds what is missing, once", () => {
    const manifest = manifestSchema.parse(JSON.parse(MANIFEST));
    const more = withAllowances(manifest, ["eval", "inline-events"]);
    expect(allowancesOf(more)).toEqual(["eval", "inline-events"]);
    expect(withAllowances(more, ["eval", "inline-events"])).toEqual(more);
    expect(manifestSchema.parse(more)).toEqual(more);
  });
});
