import { describe, expect, it } from "vitest";
import { packageFiles } from "@/tests/support/package-files";
import { buildZip } from "@/tests/support/zip-builder";
import { openPackage, packFiles } from "./open-package";

const zipped = (files: Record<string, string>) =>
  buildZip(Array.from(packageFiles(files, null), ([name, content]) => ({ name, content })));
const open = async (files: Record<string, string>, fileName = "My Game v1.2.zip") =>
  openPackage(zipped(files), { fileName });

describe("a package without a manifest", () => {
  it.each([
    ["index.html at the top", { "index.html": "x", "a.html": "x" }, "index.html"],
    ["one top folder", { "My Game (final)/index.html": "x", "My Game (final)/a.js": "" }, "index.html"],
    ["folders within folders", { "a/b/index.html": "x", "a/b/c.js": "" }, "index.html"],
    ["a readme beside the build", { "README.txt": "x", "build/web/index.html": "x" }, "build/web/index.html"],
    ["other letters", { "INDEX.HTM": "x" }, "INDEX.HTM"],
    ["the only page", { "Game.html": "x", "lib/data.json": "{}" }, "Game.html"],
    ["the page above others", { "game.html": "x", "docs/a.html": "x", "docs/b.html": "x" }, "game.html"],
  ])("begins with %s", async (_, files, entry) => {
    expect((await open(files as unknown as Record<string, string>)).entry).toBe(entry);
  });

  const source = `<div id=root></div><script type="module" src="/src/main.tsx"></script>`;
  it.each([
    ["dist", { "index.html": source, "dist/index.html": "x", "build/index.html": "x" }, "dist/index.html"],
    [
      "docs before public",
      { "index.html": source, "public/index.html": "x", "docs/index.html": "x" },
      "docs/index.html",
    ],
    [
      "a built one",
      { "index.html": source, "dist/index.html": source, "out/index.html": "x" },
      "out/index.html",
    ],
    ["the source, without a build", { "index.html": source, "demo/index.html": "x" }, "index.html"],
    ["the page itself, if it runs", { "index.html": "x", "dist/index.html": "x" }, "index.html"],
    [
      "its own build",
      { "a/index.html": source, "a/www/index.html": "x", "z/y/w/c.md": "" },
      "a/www/index.html",
    ],
  ])("of source begins with %s", async (_, files, entry) => {
    expect((await open({ ...(files as unknown as Record<string, string>), "src/main.tsx": "" })).entry).toBe(
      entry,
    );
  });

  it.each([
    ["beside it", { "a/index.html": "x", "b/index.html": "x" }, "a/index.html", "b/index.html"],
    [
      "of which it is the build",
      { "index.html": source, "dist/index.html": "x" },
      "dist/index.html",
      "index.html",
    ],
  ])("says which page it begins with where there is another %s", async (_, files, entry, other) => {
    for (const manifest of [[], [["manifest.json", "{}"]]]) {
      const opened = await open({ ...files, ...(Object.fromEntries(manifest) as Record<string, string>) });
      expect(opened.entry).toBe(entry);
      expect(opened.findings.filter(({ code }) => code === "page_chosen")).toEqual([
        expect.objectContaining({ entry, params: { entry, other } }),
      ]);
    }
    const atTheTop = await open({ "index.html": "x", "old/index.html": "x" });
    expect(atTheTop.findings.map(({ code }) => code)).not.toContain("page_chosen");
    const named = await open({
      "a/index.html": "x",
      "b/index.html": "x",
      "manifest.json": '{"entry":"b/index.html"}',
    });
    expect(named.findings.map(({ code }) => code)).not.toContain("page_chosen");
  });

  it("is refused without a page", async () => {
    await expect(open({ "a.js": "1" })).rejects.toMatchObject({ code: "manifest_missing" });
    await expect(open({ "a.html": "x", "b.html": "x" })).rejects.toMatchObject({ code: "manifest_missing" });
  });

  it.each([
    ["<title>Tower  of\n Bits</title>", "Tower of Bits"],
    ["<title>Unity WebGL Player | Kart</title>", "Kart"],
    ["<title>Vite + React</title>", "My Game v1.2"],
    ["<title>Document</title><meta name=application-name content='Paint'>", "Paint"],
    ["<svg><title>picture</title></svg>", "picture"],
    ["<body><title>late</title>", "My Game v1.2"],
  ])("is named after %s", async (html, name) => {
    expect((await open({ "index.html": html })).manifest.name).toBe(name);
  });

  it("takes icon and description from its head, the largest picture first", async () => {
    const html = `<link rel="shortcut icon" href="/f.png"><link rel="apple-touch-icon" href="img/t.png?v=2">
      <link rel=icon href=x.svg sizes=512x512><meta name=description content="Paints  walls.">`;
    const { manifest } = await open({ "index.html": html, "f.png": "p", "img/t.png": "p", "x.svg": "s" });
    expect(manifest).toMatchObject({ icon: "img/t.png", description: "Paints walls." });
    expect((await open({ "index.html": "x", "favicon.png": "p" })).manifest.icon).toBe("favicon.png");
    expect((await open({ "index.html": "x", "favicon.ico": "p" })).manifest.icon).toBe("favicon.ico");
  });

  it("takes what the manifest of a web app says, whatever it is called", async () => {
    const web = JSON.stringify({
      name: "Long Name",
      short_name: "Short",
      start_url: "/",
      categories: ["fun", "games"],
      icons: [
        { src: "i/48.png", sizes: "48x48" },
        { src: "/i/512.png", sizes: "512x512", purpose: "maskable" },
        { src: "i/192.png", sizes: "192x192" },
        { src: "https://example.com/999.png", sizes: "999x999" },
      ],
    });
    const files = { "index.html": "<title>T</title>", "i/48.png": "", "i/192.png": "", "i/512.png": "" };
    for (const name of ["manifest.json", "site.webmanifest"]) {
      const { manifest } = await open({ ...files, [name]: web });
      expect(manifest).toMatchObject({ name: "Long Name", icon: "i/192.png", category: "games" });
    }
  });

  it("may be separate files", async () => {
    const { manifest } = await packFiles(packageFiles({ "index.html": "x" }, null), { name: "dropped" });
    expect(manifest).toMatchObject({ name: "dropped", entry: { html: "index.html" } });
  });

  it("leaves out version control, once", async () => {
    const opened = await open({ "g/index.html": "x", "g/.git/HEAD": "r", "g/.git/objects/ab": "r" });
    expect([...opened.files.keys()].sort()).toEqual(["index.html", "manifest.json"]);
    expect(opened.findings.filter(({ code }) => code === "ignored_entry")).toHaveLength(1);
  });
});

describe("a bare manifest", () => {
  const page = { "index.html": "<title>Page</title><p onclick=go()>" };

  it.each([
    ['{"name":"Bare"}', "Bare", "index.html"],
    ["{}", "Page", "index.html"],
    ['{"name":"S","entry":"start.html"}', "S", "start.html"],
    ['{"name":"E","entry":{}}', "E", "index.html"],
  ])("%s is enough", async (manifest, name, entry) => {
    const opened = await open({ ...page, "start.html": "x", "manifest.json": manifest });
    expect([opened.manifest.name, opened.entry]).toEqual([name, entry]);
    expect(opened.findings.map(({ code }) => code)).toEqual(["icon_missing"]);
  });

  it("still says what is wrong with it", async () => {
    await expect(open({ ...page, "manifest.json": '{"name":"a",}' })).rejects.toMatchObject({
      code: "manifest_syntax",
    });
    await expect(open({ ...page, "manifest.json": '{"version":"x"}' })).rejects.toMatchObject({
      code: "field_version",
    });
  });

  it("is the same package whether its manifest was completed before or not", async () => {
    const first = await open({ ...page, "manifest.json": '{"name":"Bare"}' });
    expect((await openPackage(first.bytes)).sha256).toBe(first.sha256);
  });
});
