import { createHash } from "node:crypto";
import { zipSync } from "fflate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packageFiles } from "@/tests/support/package-files";
import { buildZip, bytesOf } from "@/tests/support/zip-builder";
import { buildPackage } from "./build-package";
import { DEFAULT_PACKAGE_LIMITS, setPackageLimits } from "./limits";
import { inflateExactly } from "./inflate";
import { checkPackage, openPackage, packFiles } from "./open-package";
import { PackageError } from "./package-error";
import { readPackage } from "./read-package";

async function refusal(opening: Promise<unknown>): Promise<PackageError> {
  const error = await opening.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof PackageError) return error;
  throw error ?? new Error("The package was accepted.");
}

async function refusedManifest(manifest: object | string, files: Record<string, string> = {}) {
  return refusal(packFiles(packageFiles(files, manifest)));
}

const unread = () => Promise.reject(new Error("It was read."));
const zipped = (files: Map<string, Uint8Array>, prefix = "") =>
  buildZip(Array.from(files, ([name, content]) => ({ name: prefix + name, content })));

describe("openPackage", () => {
  it("opens a package with its manifest at the top", async () => {
    const files = packageFiles({ "index.html": "<h1>hi</h1>", "js/app.js": "1" });
    const opened = await openPackage(zipped(files));
    expect(opened.manifest.name).toBe("Test app");
    expect(opened.entry).toBe("index.html");
    for (const [path, content] of files) expect(opened.files.get(path)).toEqual(content);
    expect(opened.sha256).toBe(createHash("sha256").update(opened.bytes).digest("hex"));
    expect(opened.findings).toEqual([]);
  });

  it("gives one and the same package for the same files, however they were packed", async () => {
    const files = packageFiles({ "js/app.js": "let x;".repeat(500), "絵.png": new Uint8Array(300) });
    const ways = [
      zipped(files),
      zipped(files, "my-app/"),
      zipped(new Map([...files].reverse())),
      zipSync(Object.fromEntries(files), { level: 0 }),
      zipped(new Map([...files].map(([path, content]) => [path.normalize("NFD"), content]))),
      await buildPackage(files),
    ];
    const opened = await Promise.all(ways.map((way) => openPackage(way)));
    expect(new Set(opened.map(({ sha256 }) => sha256)).size).toBe(1);
    const again = await openPackage(opened[0]!.bytes);
    expect(Buffer.compare(again.bytes, opened[0]!.bytes)).toBe(0);
  });

  it("has the address that this format has always given", async () => {
    const files = packageFiles({
      "index.html": "<p>one</p>".repeat(99),
      "a.bin": Uint8Array.from({ length: 999 }, (_, i) => (i * 7) % 256),
    });
    expect((await packFiles(files)).sha256).toBe(
      "43270c6ec3eefbbb953a70860d715547de371dbad81b830bb1a154e92bc2c656",
    );
  });

  it("leaves out what the operating system put in", async () => {
    const files = packageFiles({});
    const entries = Array.from(files, ([name, content]) => ({ name: `app/${name}`, content }));
    const junk = ["app/.DS_Store", "__MACOSX/app/._index.html", "app/img/Thumbs.db", "app/._x"].map(
      (name) => ({ name, content: "x" }),
    );
    const opened = await openPackage(buildZip([{ name: "app/", method: 0 }, ...entries, ...junk]));
    expect([...opened.files.keys()].sort()).toEqual([...files.keys()].sort());
    expect(opened.findings.map(({ code }) => code)).toEqual(Array(4).fill("ignored_entry"));
  });

  it.each([
    ["no manifest and no page", { "a.js": "x" }],
    ["a manifest in one of two folders", { "a/manifest.json": "{}", "b/main.js": "x" }],
    ["a manifest in other letters", { "Manifest.json": "{}" }],
  ])("refuses %s", async (_, files) => {
    const error = await refusal(openPackage(zipped(packageFiles(files as Record<string, string>, null))));
    expect(error.code).toBe("manifest_missing");
  });

  it.each([
    ["text", "hello"],
    ["JSON", '{"name":"x"}'],
    ["a picture", "\x89PNG\r\n\x1a\n"],
    ["an SVG file of its own", '<?xml version="1.0"?><note/>'],
    ["nothing", ""],
  ])("refuses %s", async (_, content) => {
    expect((await refusal(openPackage(bytesOf(content)))).code).toBe("not_a_zip");
  });

  it("refuses what exceeds the limit in its canonical form", async () => {
    setPackageLimits({ packedBytes: 1_000 });
    const files = packageFiles({ "a.zip": new Uint8Array(900) });
    expect((await refusal(packFiles(files))).code).toBe("package_too_large_repacked");
    setPackageLimits(DEFAULT_PACKAGE_LIMITS);
  });
});

describe("the manifest", () => {
  it("says the specification's words, first of all that is wrong", async () => {
    const none = await refusal(packFiles(packageFiles({ "a.js": "" }, '{\n  "version": "x"\n}')));
    expect(none.message).toBe("No entry point specified in manifest");
    expect(none.findings.map(({ code }) => code)).toEqual([
      "no_entry_point",
      "field_missing",
      "field_version",
    ]);
    for (const entry of [{}, null, "", { html: "" }, { html: "  " }]) {
      const files = packageFiles({ "a.js": "" }, JSON.stringify({ name: "a", entry }));
      expect((await refusal(packFiles(files))).message).toBe("No entry point specified in manifest");
    }
    const missing = await refusedManifest(
      '{\n  "name": "a",\n  "entry": {\n    "html": "pages/start.html" }\n}',
    );
    expect(missing.message).toBe("Entry file not found: pages/start.html");
    expect(missing).toMatchObject({ code: "entry_file_missing", entry: "manifest.json", line: 4, column: 5 });
  });

  it.each([
    ['{\n  "name": "a",\n}', "manifest_syntax", 3, 1],
    ["[]", "manifest_not_object", 1, 1],
    ['{"name": 5, "entry": {"html": "index.html"}}', "field_type", 1, 2],
    ['{\n"name": "", "entry": {"html": "index.html"}}', "field_empty", 2, 1],
    ['{\n"name": "ok",\n"entry": {"html": 7}}', "field_type", 3, 11],
    [
      '{"name": "ok", "entry": {"html": "index.html"},\n"network": {"hosts": ["a.com",\n "localhost"], "reason": "r"}}',
      "field_host",
      3,
      2,
    ],
    [
      '{"name": "ok", "entry": {"html": "index.html"},\n"required_capabilities": [{"reason": "r"}]}',
      "field_missing",
      2,
      27,
    ],
    ['{"name": "ok", "entry": {"html": "index.html"},\n"required_capabilities": [7]}', "field_type", 2, 27],
    [
      '{"name": "ok", "entry": {"html": "index.html"},\n"network": {"hosts": [], "reason": 7}}',
      "field_type",
      2,
      26,
    ],
    [
      '{"name": "ok", "entry": {"html": "index.html"},\n"network": {"hosts": [], "reason": {"Japanese": "r"}}}',
      "field_language",
      2,
      37,
    ],
    [
      `{"name": "ok", "entry": {"html": "index.html"},\n"required_capabilities": [{"name": "eval", "reason": {"ja": "${"x".repeat(201)}"}}]}`,
      "field_too_long",
      2,
      55,
    ],
    ['{"name": "ok", "entry": {"html": "index.html"},\n"runtime_target": 7}', "field_type", 2, 1],
    [
      '{"name": "ok", "entry": {"html": "index.html"},\n"limits": {"memory_mb": 9000}}',
      "field_number_range",
      2,
      12,
    ],
    ['{"name": "ok", "entry": {"html": "../x.html"}}', "entry_file_missing", 1, 26],
  ])("%s → %s at %i:%i", async (text, code, line, column) => {
    const error = await refusedManifest(text);
    expect(error).toMatchObject({ code, line, column, entry: "manifest.json" });
    expect(error.message).not.toMatch(/\{\w+\}|undefined/);
  });

  it("refuses a manifest that is not UTF-8 or too large", async () => {
    const latin1 = packageFiles({ "manifest.json": Uint8Array.from([0x7b, 0xe9, 0x7d]) }, null);
    expect((await refusal(packFiles(latin1))).code).toBe("manifest_not_utf8");
    expect((await refusedManifest(`{"x": "${"y".repeat(300_000)}"}`)).code).toBe("manifest_too_large");
  });

  it("reads a manifest with a byte order mark", async () => {
    const files = packageFiles({});
    files.set("manifest.json", Uint8Array.from([0xef, 0xbb, 0xbf, ...files.get("manifest.json")!]));
    expect((await packFiles(files)).manifest.name).toBe("Test app");
  });

  it("warns of what it does not know, and of pictures", async () => {
    const text = `{
  "name": "a", "name": "b",
  "entry": {"html": "index.html", "module": "x.js", "css": 1},
  "colour": "red",
  "__proto__": {"x": 1},
  "required_capabilities": ["telepathy", "network", "eval"],
  "icon": "icon.svg",
  "screenshots": ["one.png"]
}`;
    const { findings, manifest } = await packFiles(
      packageFiles({ "index.html": "<p>", "icon.svg": "<svg>" }, text),
    );
    expect(manifest.name).toBe("b");
    expect(
      findings.map(({ code, line, params }) => [code, line, params["field"] ?? params["capability"] ?? ""]),
    ).toEqual([
      ["duplicate_field", 2, "name"],
      ["entry_ambiguous", 3, ""],
      ["unknown_field", 3, "entry.css"],
      ["unknown_field", 4, "colour"],
      ["unknown_field", 5, "__proto__"],
      ["capability_unknown", 6, "telepathy"],
      ["capability_without_reason", 6, "network"],
      ["picture_type", 7, "icon"],
      ["picture_not_found", 8, "screenshots[0]"],
    ]);
  });
});

describe("webxdc", () => {
  const page =
    '<!doctype html><title>Checklist</title><script src="webxdc.js"></script><button onclick="add()">+</button>';

  it("becomes a package with a manifest of its own", async () => {
    const files = packageFiles(
      {
        "index.html": page,
        "icon.png": "png",
        "manifest.toml":
          "name = \"Check\\u2713list\" # the name\nsource_code_url = 'https://example.com/x'\n[t]\nx=1",
      },
      null,
    );
    const opened = await openPackage(zipped(files), { fileName: "checklist.xdc" });
    expect(opened.manifest).toMatchObject({
      name: "Check✓list",
      version: "1.0.0",
      entry: { html: "index.html" },
      icon: "icon.png",
      source_code_url: "https://example.com/x",
      metadata: { webxdc: true, inline_events: { allowed_attr_hashes: opened.inspection.hashes } },
    });
    expect(opened.inspection.hashes).toHaveLength(1);
    expect(opened.findings).toEqual([]);
    // What comes out is a package by itself.
    expect((await openPackage(opened.bytes)).sha256).toBe(opened.sha256);
  });

  it("is known by its name alone, and named by it", async () => {
    const bytes = zipped(packageFiles({ "index.html": page, "icon.jpg": "j" }, null));
    expect((await openPackage(bytes, { fileName: "my list.xdc" })).manifest).toMatchObject({
      name: "my list",
      icon: "icon.jpg",
    });
    expect((await openPackage(bytes)).manifest.metadata.webxdc).toBeUndefined();
  });

  it("may hold the manifest of a web app, which gives way", async () => {
    const bytes = zipped(
      packageFiles(
        {
          "index.html": page,
          "manifest.json": '{"start_url": "/"}',
          "manifest.toml": 'name = "x"\nbad line\n',
        },
        null,
      ),
    );
    const { manifest, findings } = await openPackage(bytes, { fileName: "a.xdc" });
    expect(manifest.name).toBe("x");
    expect(findings.map(({ code, line }) => [code, line])).toEqual([
      ["icon_missing", undefined],
      ["manifest_replaced", undefined],
      ["toml_line", 2],
    ]);
  });

  it("needs its page", async () => {
    const bytes = zipped(packageFiles({ "manifest.toml": 'name = "x"' }, null));
    expect((await refusal(openPackage(bytes, { fileName: "a.xdc" }))).code).toBe("webxdc_without_index");
    expect((await refusal(openPackage(bytes))).code).toBe("webxdc_without_index");
  });
});

describe("a single page", () => {
  it("becomes a package that runs as the page did", async () => {
    const html = "<!-- hi -->\n<html><title> Tip &amp; split\n calculator </title><p onclick='eval(1)'>x";
    const opened = await openPackage(bytesOf(html));
    expect(opened.manifest).toMatchObject({
      name: "Tip & split calculator",
      entry: { html: "index.html" },
      required_capabilities: [{ name: "inline-events" }, { name: "eval" }],
    });
    expect(opened.manifest.metadata.inline_events?.allowed_attr_hashes).toEqual(opened.inspection.hashes);
    expect(opened.findings.map(({ code }) => code)).toEqual(["icon_missing"]);
    expect(new TextDecoder().decode(opened.files.get("index.html"))).toBe(html);
  });

  it("takes the file's name where it has no title, and cuts what is too long", async () => {
    expect((await openPackage(bytesOf("plain words"), { fileName: "dice.html" })).manifest.name).toBe("dice");
    const long = await openPackage(bytesOf(`<title>${"👨‍👩‍👧".repeat(40)}</title>`));
    expect(long.manifest.name).toBe(`${"👨‍👩‍👧".repeat(31)}…`);
    expect(long.findings.map(({ code }) => code)).toContain("name_shortened");
    expect((await openPackage(bytesOf("<title>\u202e\u200b</title>"))).manifest.name).toBe("App");
  });

  it("must be text", async () => {
    const utf16 = new Uint8Array(Buffer.from("\ufeff<html>", "utf16le"));
    expect((await refusal(openPackage(utf16, { fileName: "a.html" }))).code).toBe("html_not_utf8");
    expect((await refusal(openPackage(bytesOf("  \n"), { fileName: "a.html" }))).code).toBe("html_empty");
  });
});

describe("checkPackage", () => {
  it("gives every finding and throws none", async () => {
    const bad = await checkPackage(zipped(packageFiles({}, '{"version": "x"}')));
    expect(bad.package).toBeNull();
    expect(bad.findings.map(({ level, code }) => [level, code])).toEqual([
      ["error", "no_entry_point"],
      ["error", "field_missing"],
      ["error", "field_version"],
    ]);
    const good = await checkPackage(zipped(packageFiles({})));
    expect(good.package?.manifest.name).toBe("Test app");
  });
});

describe("readPackage", () => {
  it("gives the entry first and inflates nothing before it is asked for", async () => {
    const files = packageFiles({ "a.js": "1", "index.html": "<p>" });
    const broken = buildZip(
      Array.from(files, ([name, content]) => ({
        name: `x/${name}`,
        content,
        ...(name === "a.js" ? { local: { crc: 1 }, central: { crc: 1 } } : {}),
      })),
    );
    const reader = readPackage(broken);
    expect(reader.manifest.name).toBe("Test app");
    expect([...reader.paths].sort()).toEqual([...files.keys()].sort());
    await expect(reader.readWithPauses("a.js")).rejects.toThrow(PackageError);
    await expect(reader.readWithPauses("nothing")).rejects.toThrow(RangeError);
  });

  it("reads large files with pauses, and gives the packed bytes of what is inflated elsewhere", async () => {
    const large = bytesOf(Array.from({ length: 400_000 }, (_, n) => n % 997).join());
    const packed = await buildPackage(
      packageFiles({ "large.txt": large, "music.mp3": large.slice(0, 5_000) }),
    );
    const reader = readPackage(packed);
    expect(Buffer.compare(await reader.readWithPauses("large.txt"), large)).toBe(0);
    const text = reader.packed("large.txt");
    expect(text).toMatchObject({ size: large.length, deflated: true });
    expect(Buffer.compare(inflateExactly(text.bytes, text.size), large)).toBe(0);
    const music = reader.packed("music.mp3");
    expect(music.deflated).toBe(false);
    expect(Buffer.compare(music.bytes, large.subarray(0, 5_000))).toBe(0);
  });
});

describe("buildPackage", () => {
  it("packs what it reads back, whatever the names and contents", async () => {
    const segment = fc.constantFrom("a", "B", "絵", "é", "日本語 x", ".x", "__proto__", "💾", "data");
    const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 2000 }),
      fc.string({ maxLength: 5000 }).map(bytesOf),
      fc.nat(70_000).map((length) => new Uint8Array(length)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(path, content), { minLength: 1, maxLength: 12 }), async (pairs) => {
        const files = packageFiles(Object.create(null) as Record<string, string>);
        for (const [name, bytes] of pairs) {
          const conflict = [...files.keys()].some(
            (known) => `${known}/`.startsWith(`${name}/`) || `${name}/`.startsWith(`${known}/`),
          );
          if (!conflict) files.set(name, bytes);
        }
        const packed = await buildPackage(files);
        const reader = readPackage(packed);
        expect([...reader.paths].sort()).toEqual([...files.keys()].sort());
        for (const [name, bytes] of files)
          expect(Buffer.compare(await reader.readWithPauses(name), bytes)).toBe(0);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it("refuses what could not be read back", async () => {
    const build = (...names: string[]) =>
      refusal(buildPackage(new Map(names.map((name) => [name, new Uint8Array(1)]))));
    expect((await build("../x")).code).toBe("name_dot_segment");
    expect((await build("a", "A")).code).toBe("duplicate_entry");
    expect((await build("é", "é".normalize("NFD"))).code).toBe("duplicate_entry");
    expect((await build()).code).toBe("archive_empty");
    expect((await build(...Array.from({ length: 2_001 }, (_, i) => `${i}`))).code).toBe("too_many_entries");
    const large = { size: 1, keys: () => ["a"].values(), sizeOf: () => 101 << 20, read: unread };
    expect((await refusal(buildPackage(large))).code).toBe("entry_too_large");
  });
});
