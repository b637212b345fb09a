import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";

const command = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../gum.mjs");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-command-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function gum(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function write(name, files) {
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, name, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }
}

/** What `npm install` does for esbuild. */
function install(name) {
  const modules = path.join(folder, name, "node_modules");
  fs.mkdirSync(modules, { recursive: true });
  fs.symlinkSync(path.resolve(command, "../../node_modules/esbuild"), path.join(modules, "esbuild"));
}

const manifest = '{\n  "name": "Dice",\n  "entry": { "html": "index.html" },\n  "icon": "icon.png"\n}\n';
const page = '<!doctype html>\n<title>Dice</title>\n<button onclick="roll()">Roll</button>\n';

describe("the download", { timeout: 60_000 }, () => {
  it("packs and checks an app in an empty folder, alone", () => {
    execFileSync(process.execPath, [path.resolve(command, "../build-gum.mjs")]);
    const alone = fs.mkdtempSync(path.join(os.tmpdir(), "gum-download-"));
    try {
      fs.copyFileSync(path.resolve(command, "../../public/docs/gum.mjs"), path.join(alone, "gum.mjs"));
      fs.cpSync(path.resolve(command, "../../examples/takt"), path.join(alone, "takt"), { recursive: true });
      fs.cpSync(path.resolve(command, "../../examples/shared"), path.join(alone, "shared"), {
        recursive: true,
      });
      const run = (...args) =>
        spawnSync(process.execPath, ["gum.mjs", ...args], { cwd: alone, encoding: "utf8" });
      expect(run("pack", "takt", "--with", "shared")).toMatchObject({ status: 0, stderr: "" });
      expect(run("check", "takt.gum").status).toBe(0);
      expect(run("migrate")).toMatchObject({ status: 2 });
    } finally {
      fs.rmSync(alone, { recursive: true, force: true });
    }
  });
});

describe("gum", { timeout: 60_000 }, () => {
  it.each(["page", "canvas", "room", "quickjs"])("begins an app: %s", (template) => {
    const name = `new-${template}`;
    expect(gum("init", name, "-t", template)).toMatchObject({ status: 0, stderr: "" });
    const checked = gum("check", name, "--json");
    expect(JSON.parse(checked.stdout)).toMatchObject({
      ok: true,
      findings: [{ code: "icon_missing" }],
      manifest: { name },
    });
    expect(gum("init", name)).toMatchObject({ status: 2, stderr: expect.stringMatching(/is not empty/) });
  });

  it("builds TypeScript with the folder's own esbuild, and names the place of an error", () => {
    expect(gum("init", "typed", "-t", "typescript")).toMatchObject({ status: 0, stderr: "" });
    expect(gum("pack", "typed")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^This app is TypeScript or JSX.* Run "npm install" in \S+typed first/),
    });
    install("typed");
    expect(gum("pack", "typed")).toMatchObject({ status: 0, stderr: "" });
    const { files, findings } = JSON.parse(gum("check", "typed.gum", "--json").stdout);
    expect(findings).toMatchObject([{ code: "icon_missing" }]);
    expect(files.map((file) => file.path)).toEqual(expect.arrayContaining(["main.js", "main.ts"]));

    const main = path.join(folder, "typed/main.ts");
    fs.appendFileSync(main, "\nexport const broken: = 1;\nimport './gone';\n");
    const lines = fs.readFileSync(main, "utf8").split("\n");
    const line = lines.findIndex((text) => text.includes("broken")) + 1;
    expect(gum("check", "typed")).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(new RegExp(`^main\\.ts:${line}:\\d+  error  .+\\[build_failed\\]`)),
    });
  });

  it("builds the folder that it is called in, and keeps a script that imports TypeScript", () => {
    write("here", {
      "index.html":
        "<title>Here</title><script type=module src=main.js></script><script src='100%.js'></script>",
      "main.js": 'import { a } from "./a.ts"; console.log(a);',
      "a.ts": "export const a: number = 1;",
    });
    install("here");
    const cwd = path.join(folder, "here");
    const run = (...args) => spawnSync(process.execPath, [command, ...args], { cwd, encoding: "utf8" });
    expect(run("pack", ".", "-o", "here.gum")).toMatchObject({ status: 0 });
    const { files } = JSON.parse(run("check", "here.gum", "--json").stdout);
    expect(files.map((file) => file.path)).toEqual(
      expect.arrayContaining(["a.ts", "main.js", "main.built.js"]),
    );
  });

  it("builds JSX, and leaves alone what another tool has built", () => {
    const source = `<!doctype html><title>Both</title><script type="module" src="src/main.tsx"></script>`;
    write("jsx", { "index.html": source, "src/main.tsx": "document.body.append(<p>Hello</p>);" });
    install("jsx");
    expect(gum("pack", "jsx")).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(gum("check", "jsx.gum", "--json").stdout).files.map((file) => file.path)).toContain(
      "src/main.js",
    );
    // An import of npm is an error in the source, which does not run.
    write("jsx", { "src/main.tsx": 'import "react";', "dist/index.html": "<title>Both</title>" });
    expect(gum("check", "jsx")).toMatchObject({ status: 0, stderr: "" });
  });

  /** Changes a file so many seconds after now. */
  const changeLater = (file, seconds, content) => {
    if (content !== undefined) write(".", { [file]: content });
    const at = Date.now() / 1_000 + seconds;
    fs.utimesSync(path.join(folder, file), at, at);
  };

  it("builds again what it built before, once a source is newer", () => {
    const main = (text) => `import { by } from "./by.ts"; document.title = \`${text} \${by}\`;`;
    write("again", {
      "index.html": "<title>Again</title><script type=module src=main.ts></script>",
      "main.ts": main("before"),
      "by.ts": "export const by: string = 'me';",
    });
    install("again");
    expect(gum("pack", "again").status).toBe(0);
    const unpacked = path.join(folder, "unpacked");
    const unpack = () => {
      fs.rmSync(unpacked, { recursive: true, force: true });
      for (const [name, bytes] of Object.entries(unzipSync(fs.readFileSync(path.join(folder, "again.gum")))))
        write("unpacked", { [name]: bytes });
    };
    const packed = () => strFromU8(unzipSync(fs.readFileSync(path.join(folder, "unpacked.gum")))["main.js"]);

    unpack();
    // Unchanged: nothing is built, which would take a compiler.
    expect(gum("pack", "unpacked")).toMatchObject({ status: 0, stderr: "" });
    changeLater("unpacked/main.ts", 60, main("after"));
    expect(gum("pack", "unpacked")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`Run "npm install"`),
    });
    install("unpacked");
    expect(gum("pack", "unpacked")).toMatchObject({ status: 0, stderr: "" });
    expect(packed()).toContain("after");
    expect(packed()).not.toContain("before");

    // Also where only what it imports is.
    unpack();
    install("unpacked");
    changeLater("unpacked/by.ts", 60, "export const by: string = 'somebody else';");
    expect(gum("pack", "unpacked")).toMatchObject({ status: 0, stderr: "" });
    expect(packed()).toContain("somebody else");
  });

  it("says that what another tool has built is older than its source, and packs it", () => {
    write("tsc", {
      "index.html": "<title>Tsc</title><script src=js/main.js></script>",
      "js/main.ts": "const now: string = 'new';",
      "js/main.js": "const now = 'old';",
      "node_modules/x/a.ts": "",
      "node_modules/x/a.js": "",
    });
    changeLater("tsc/js/main.ts", 1);
    expect(gum("pack", "tsc")).toMatchObject({ status: 0, stderr: "" });
    changeLater("tsc/js/main.ts", 60);
    changeLater("tsc/node_modules/x/a.ts", 60);
    expect(gum("pack", "tsc")).toMatchObject({
      status: 0,
      stderr:
        "js/main.js is older than js/main.ts and is packed as it is. Build it again, or delete it: then it is built here.\n",
    });
    fs.rmSync(path.join(folder, "tsc/js/main.js"));
    install("tsc");
    expect(gum("pack", "tsc")).toMatchObject({ status: 0, stderr: "" });
  });

  it("packs a folder, and checks what it packed", () => {
    write("dice", { "manifest.json": manifest, "index.html": "<title>Dice</title>", "icon.png": "png" });
    write("dice", { ".git/config": "x", "node_modules/a/b.js": "x", ".DS_Store": "x" });
    const packed = gum("pack", "dice");
    expect(packed).toMatchObject({ status: 0, stderr: "" });
    expect(packed.stdout).toMatch(
      /^Left out: \.git\.\nLeft out: node_modules\.\nDice 1\.0\.0: 3 files, \d+ bytes packed, sha256 [0-9a-f]{64}\nWritten to dice\.gum\.\n$/,
    );

    const checked = gum("check", "dice.gum", "--json");
    expect(checked.status).toBe(0);
    const result = JSON.parse(checked.stdout);
    expect(result).toMatchObject({ ok: true, entry: "index.html", findings: [] });
    expect(packed.stdout).toContain(result.sha256);
    expect(JSON.parse(gum("check", "dice", "--json").stdout).sha256).toBe(result.sha256);

    // A second folder adds files.
    write("shared", { "icon.png": "other", "shared.js": "" });
    expect(gum("pack", "dice", "--with", "shared").stdout).toContain(": 4 files,");
    gum("pack", "dice");

    // Nor is a package that was made before.
    write("dice", { "old.gum": "x", "sub/older.GUM": "x" });
    const again = gum("pack", "dice");
    expect(again.stdout).toContain(
      "Left out: old.gum, a package itself.\nLeft out: sub/older.GUM, a package itself.\n",
    );
    expect(again.stdout).toContain(result.sha256);
    expect(JSON.parse(gum("check", "dice", "--json").stdout).sha256).toBe(result.sha256);
    fs.rmSync(path.join(folder, "dice/old.gum"));
    fs.rmSync(path.join(folder, "dice/sub"), { recursive: true });

    // The output is not packed, even inside the folder.
    gum("pack", "dice", "-o", "dice/out.gum");
    expect(gum("pack", "dice", "--output", "dice/out.gum").stdout).toContain(result.sha256);
    fs.rmSync(path.join(folder, "dice/out.gum"));
  });

  it("takes in the files of node_modules that the app names, and what those load", () => {
    const map = { imports: { lib: "./node_modules/lib/main.js", "lib/more/": "/node_modules/lib/more/" } };
    write("libraries", {
      "index.html": `${page}<script type="importmap">${JSON.stringify(map)}</script>
<link rel="stylesheet" href="node_modules/@scope/look/look.css"><script type="module" src="src/app.js"></script>`,
      "src/app.js": `import "lib"; import extra from "lib/more/extra.js"; import "../node_modules/lost/gone.js";`,
      "node_modules/lib/main.js": `export * from "./inner/part.js"; import "./main.js";`,
      "node_modules/lib/inner/part.js": `import "../../outside.js"; fetch(new URL("./part.wasm", import.meta.url));`,
      "node_modules/lib/inner/part.wasm": "wasm",
      "node_modules/lib/more/extra.js": "export default 1",
      "node_modules/lib/more/unused.js": "1",
      "node_modules/@scope/look/look.css":
        "@font-face { src: url(fonts/a.woff2) } body { background: url('x.png') }",
      "node_modules/@scope/look/fonts/a.woff2": "font",
      "node_modules/evil/package.json": "{}",
    });
    const secret = path.join(folder, "secret.js");
    fs.writeFileSync(secret, "1");
    fs.symlinkSync(secret, path.join(folder, "libraries/node_modules/outside.js"));
    const packed = gum("pack", "libraries");
    expect(packed.stdout).toContain("Left out: node_modules, but for 6 files that the app names.\n");
    expect(packed.stdout).toContain("node_modules/lost/gone.js is used here, but is not in the package");
    const { files } = JSON.parse(gum("check", "libraries.gum", "--json").stdout);
    expect(files.map((file) => file.path).filter((name) => name.startsWith("node_modules"))).toEqual([
      "node_modules/@scope/look/fonts/a.woff2",
      "node_modules/@scope/look/look.css",
      "node_modules/lib/inner/part.js",
      "node_modules/lib/inner/part.wasm",
      "node_modules/lib/main.js",
      "node_modules/lib/more/extra.js",
    ]);
  });

  it("names the place of a finding, and allows inline handlers by itself", () => {
    const broken = `${page}<img src="no.png">\n`;
    write("handlers", { "manifest.json": manifest, "index.html": broken, "icon.png": "png" });
    const first = gum("check", "handlers");
    expect(first.status).toBe(0);
    expect(first.stdout).toContain("index.html:4:11  warning  no.png is used here");
    expect(JSON.parse(gum("check", "handlers", "--json").stdout).manifest).toMatchObject({
      required_capabilities: [{ name: "inline-events" }],
    });
  });

  it("packs a folder without a manifest", () => {
    write("bare", { "index.html": page });
    expect(gum("pack", "bare").stdout).toContain("Dice 1.0.0: 2 files");
    expect(JSON.parse(gum("check", "bare.gum", "--json").stdout)).toMatchObject({ ok: true });
    expect(gum().stdout).toContain("without a manifest.json");
  });

  it("refuses with 1, and names the problem and its place", () => {
    write("broken", { "manifest.json": '{\n  "name": "x",\n  "entry": { "html": "no.html" }\n}' });
    expect(gum("pack", "broken")).toEqual({
      status: 1,
      stdout: "manifest.json:3:14  error  Entry file not found: no.html  [entry_file_missing]\n",
      stderr: "Not packed: 1 error.\n",
    });
    expect(fs.existsSync(path.join(folder, "broken.gum"))).toBe(false);
    fs.writeFileSync(path.join(folder, "text.gum"), "hello");
    expect(gum("check", "text.gum")).toMatchObject({ status: 1, stderr: "Refused: 1 error.\n" });
    expect(JSON.parse(gum("check", "text.gum", "--json").stdout)).toMatchObject({
      ok: false,
      findings: [{ code: "not_a_zip" }],
    });
  });

  it("does not follow links, nor read what is too large", () => {
    write("linked", { "manifest.json": manifest, "index.html": page });
    fs.symlinkSync("/etc/passwd", path.join(folder, "linked/secret.txt"));
    expect(gum("check", "linked").stdout).toContain(
      "secret.txt  error  secret.txt: it is a link.  [entry_link]",
    );
    write("large", { "manifest.json": manifest, "index.html": page });
    fs.truncateSync(path.join(folder, "large/index.html"), 400 * 2 ** 20);
    expect(gum("check", "large").stdout).toContain("[unpacked_too_large]");
    fs.writeFileSync(path.join(folder, "huge.gum"), "");
    fs.truncateSync(path.join(folder, "huge.gum"), 2 ** 32);
    expect(gum("check", "huge.gum").stdout).toContain("[package_too_large]");
  });

  it("accepts webxdc apps and single pages", () => {
    fs.writeFileSync(path.join(folder, "dice.html"), page);
    expect(gum("check", "dice.html").stdout).toContain("Dice 1.0.0: 2 files");
    expect(fs.readFileSync(path.join(folder, "dice.html"), "utf8")).toBe(page);
  });

  it("exits with 2 on wrong usage", () => {
    for (const args of [
      ["fly"],
      ["pack"],
      ["pack", "a", "b"],
      ["check", "--loud", "x"],
      ["check", "nothing-here"],
      ["pack", "dice.html"],
    ]) {
      const { status, stderr } = gum(...args);
      expect([args, status]).toEqual([args, 2]);
      expect(stderr).toContain("Usage:");
    }
    expect(gum()).toMatchObject({ status: 0 });
    expect(gum("schema").stdout).toContain('"title": "Gum app manifest"');
  });
});
