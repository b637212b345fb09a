import { describe, expect, it } from "vitest";
import { packageFiles } from "@/tests/support/package-files";
import { detectMadeWith, FILE_SCAN_MAX_BYTES, inspectFiles } from "./inspect-files";
import { packFiles } from "./open-package";

const foundIn = async (files: Record<string, string>) =>
  (await inspectFiles(packageFiles(files, null))).madeWith;
/** The same in a file of a build, whose name says nothing. */
const inBuild = (code: string) => foundIn({ "assets/index-4f2a.js": code });

describe("what an app was made with, in the code of a build", () => {
  it.each([
    ["Phaser 3.80.1", `8054(t,e,i){var r={VERSION:"3.80.1",BlendModes:i(10312)};o.hidePhaser||a()}`],
    ["Phaser 4.2.1", `var r={VERSION:"4.2.1",LOG_VERSION:"v4021"};o.hidePhaser||a()`],
    ["PixiJS 8.22.0", `/*!\n * PixiJS - v8.22.0\n * Compiled\n */`],
    ["PixiJS 7.4.2", `/*!\n * pixi.js - v7.4.2\n * Compiled\n */`],
    [
      "three.js r160",
      `/**\n * @license\n * Copyright 2010-2023 Three.js Authors\n * SPDX-License-Identifier: MIT\n */\nconst t="160",e={LEFT:0};` +
        `console.warn("WARNING: Multiple instances of Three.js being imported.")`,
    ],
    ["three.js", `setAttribute("data-engine",\`three.js r\${e}\`)`],
    ["Babylon.js 9.35.0", `static get NpmPackage(){return"babylonjs@9.35.0"}`],
    ["p5.js 1.9.0", `/*! p5.js v1.9.0 November 28, 2023 */`],
    ["KAPLAY 3001.0.19", `var a={name:"kaplay",description:"A game library",version:"3001.0.19"}`],
    ["Kaboom", `download(h="kaboom.mp4"){}`],
    ["PlayCanvas 2.23.3", `/**\n * @license\n * PlayCanvas Engine v2.23.3 revision b7655d8 (RELEASE)`],
    ["GDevelop", `new gdjs.RuntimeGame(gdjs.projectData,{});"PixiJS Deprecation Warning"`],
    ["ct.js", `/*! Made with ct.js http://ctjs.rocks/ */ window.__PIXI_APP_INIT__`],
    [
      "React 19.3.1",
      `{version:"19.3.1",rendererPackageName:"react-dom",reconcilerVersion:"19.3.1"};b="__reactFiber$"+k`,
    ],
    [
      "React 18.2.0",
      `a={version:"18.2.0",rendererPackageName:"react-dom"},b="__reactFiber$",c={reconcilerVersion:1}`,
    ],
    ["Preact", `var e={type:r,__k:null,__:null,__b:0,__e:null,__c:null}`],
    ["Vue 3.5.45", `/**\n* vue v3.5.45\n* (c)*/function f(){X().__VUE__=!0;this.__v_skip=!0}`],
    ["Vue 2.7.16", `/*!\n * Vue.js v2.7.16\n */`],
    ["Svelte 4", `(window.__svelte||(window.__svelte={v:new Set})).v.add("4")`],
    ["Svelte", `((window.__svelte??={}).v??=new Set).add(a)`],
    ["Angular 17.3.0", `n.setAttribute(t,"ng-version","17.3.0")`],
    ["Solid", `const a=Symbol("solid-proxy"),b=Symbol("solid-track")`],
    ["Lit 3", `(t.litHtmlVersions??=[]).push("3.3.3")`],
    [
      "Alpine.js 3.17.5",
      `console.warn(\`Alpine Expression Error: \${e}\`),{version:"3.17.5",flushAndStopDeferringMutations:a}`,
    ],
    ["htmx", `{indicatorClass:"htmx-indicator"}`],
    ["jQuery 3.7.1", `/*! jQuery v3.7.1 | (c) OpenJS Foundation and other contributors */`],
    ["Tone.js", `"See https://github.com/Tonejs/Tone.js/wiki/Accurate-Timing"`],
    ["D3 7.9.2", `// https://d3js.org v7.9.2 Copyright 2010-2026 Mike Bostock`],
    ["Emscripten", `var HEAPU8;_emscripten_resize_heap: emscripten_realloc_buffer`],
  ])("%s", async (expected, code) => {
    expect(await inBuild(code)).toEqual([expected]);
  });

  it("at the end of a long file, and in the scripts of a page", async () => {
    expect(await inBuild(`${"x".repeat(900_000)};o.hidePhaser`)).toEqual(["Phaser"]);
    const page = `<!doctype html><p>Hi<script>/*! jQuery v3.7.1 */</script><SCRIPT>o.hidePhaser</SCRIPT>`;
    expect(await foundIn({ "index.html": page })).toEqual(["Phaser", "jQuery 3.7.1"]);
  });
});

describe("what an app was made with, in the names of its files", () => {
  it.each<[string, string[]]>([
    ["Construct 3", ["scripts/c3runtime.js"]],
    ["RPG Maker MV", ["js/rpg_core.js", "js/libs/pixi.min.js"]],
    ["RPG Maker MZ", ["js/rmmz_core.js"]],
    ["TyranoScript", ["tyrano/tyrano.js", "tyrano/libs/jquery-3.4.1.min.js"]],
    ["Ren'Py", ["renpy.wasm"]],
    ["TIC-80", ["tic80.js", "tic80.wasm"]],
    ["LÖVE", ["love.js", "game.data"]],
    ["Defold", ["dmloader.js"]],
    ["Cocos", ["cocos2d-js-min.4d1c2.js"]],
    ["Unity", ["Build/web.loader.js", "Build/web.framework.js.gz"]],
    ["Godot", ["game.pck", "game.wasm"]],
    ["Flutter", ["flutter_bootstrap.js", "main.dart.js"]],
    ["Pyodide", ["pyodide/pyodide.mjs"]],
    ["Blazor", ["_framework/blazor.webassembly.js"]],
    ["three.js r160", ["outside/cdn.example/npm/three@0.160.0/build/three.module.js"]],
    ["Vue", ["lib/vue@3/dist/a.js"]],
    ["p5.js", ["p5.min.js"]],
  ])("%s", async (expected, paths) => {
    expect(await foundIn(Object.fromEntries(paths.map((path) => [path, "let a"])))).toEqual([expected]);
  });

  it("of its page", async () => {
    expect(await foundIn({ "index.html": "<tw-storydata name=x>" })).toEqual(["Twine"]);
    expect(await foundIn({ "a.html": `<script type="text/bitsyGameData">` })).toEqual(["Bitsy"]);
    expect(await foundIn({ "a.html": "<!-- Created with https://packager.turbowarp.org/ -->" })).toEqual([
      "Scratch",
    ]);
    expect(await foundIn({ "a.html": `<script>var pico8_buttons=[],pico8_gpio=[]</script>` })).toEqual([
      "PICO-8",
    ]);
  });
});

describe("what an app was not made with", () => {
  it.each([
    [
      "an article",
      { "index.html": "<h1>React, Phaser v3.80.1 and jQuery v3.7.1</h1><p>/*! jQuery v3.7.1 */ hidePhaser" },
    ],
    ["an article about code", { "index.html": "<pre>&lt;tw-storydata&gt; window.__svelte</pre>" }],
    ["a script that mentions names", { "a.js": `const engines = ["React", "Phaser", "three.js", "Vue"]` }],
    [
      "files with common names",
      { "solid.js": "let a", "lit.js": "let a", "react.js": "let a", "engine.js": "let a" },
    ],
    ["a text file", { "notes.txt": "/*! jQuery v3.7.1 */" }],
    [
      "a wasm of its own",
      { "app.wasm": "", "app.js": "WebAssembly.instantiateStreaming(fetch('app.wasm'))" },
    ],
    ["reactivity that others share", { "a.js": `t.__v_skip=!0;n.__v_isRef=!0` }],
  ])("%s", async (_, files) => {
    expect(await foundIn(files)).toEqual([]);
  });

  it("names what was built on something else without it, and no more than five", async () => {
    const everything = `/*! jQuery v3.7.1 */ // https://d3js.org v7.9.2 c
      a.hidePhaser;/*! p5.js v1.9.0 */ b="ng-version" ; window.__svelte; litHtmlVersions; emscripten_ HEAPU8`;
    expect(await inBuild(everything)).toEqual(["Phaser", "p5.js 1.9.0", "Angular", "Svelte", "Lit"]);
  });

  it("takes no longer for text that is made to be searched slowly", async () => {
    const hostile = [
      `name:"kaplay",description:"`.repeat(20_000),
      `window.__svelte `.repeat(30_000),
      `REVISION = "1`.repeat(40_000),
      "<script>".repeat(60_000),
      `VERSION:"1.1.1",${" ".repeat(400_000)}`,
    ];
    const began = performance.now();
    for (const text of hostile) await foundIn({ "a.js": text, "a.html": text });
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("a package", () => {
  const SCRIPT = { "index.html": "<script src=a.js></script>", "a.js": "o.hidePhaser" };
  const packed = (manifest: object) => packFiles(packageFiles(SCRIPT, { name: "A", ...manifest }));

  it("has what was recognised, which changes no byte of it", async () => {
    const { madeWith, files } = await packed({});
    expect(madeWith).toEqual(["Phaser"]);
    expect(new TextDecoder().decode(files.get("manifest.json"))).not.toContain("Phaser");
  });

  it("has what its manifest says instead", async () => {
    expect((await packed({ made_with: ["Phaser 3.80", " TypeScript ", "TypeScript"] })).madeWith).toEqual([
      "Phaser 3.80",
      "TypeScript",
    ]);
    expect((await packed({ made_with: [] })).madeWith).toEqual([]);
  });

  it("names the script runtime that it asks for", async () => {
    const files = packageFiles(
      { "main.js": "" },
      { name: "A", entry: { module: "main.js" }, runtime_target: "quickjs" },
    );
    expect((await packFiles(files)).madeWith).toEqual(["QuickJS"]);
  });
});

it("is found in a stored package from the files that are searched alone", async () => {
  const files = new Map(
    Object.entries({
      "index.html": "<script src=app.js></script>",
      "app.js": `var r={VERSION:"3.80.1",BlendModes:1};o.hidePhaser`,
      "style.css": "a{}",
      "huge.js": "x".repeat(FILE_SCAN_MAX_BYTES + 1),
      "data.json": "{}",
      "d3@7.9.2/LICENSE": "ISC",
    }).map(([path, text]) => [path, new TextEncoder().encode(text)] as const),
  );
  const asked: string[] = [];
  const found = await detectMadeWith({
    size: files.size,
    keys: () => files.keys(),
    sizeOf: (path) => files.get(path)!.length,
    read: async (path) => {
      asked.push(path);
      return files.get(path)!;
    },
  });
  expect(found).toEqual((await inspectFiles(files)).madeWith);
  expect(found).toEqual(["Phaser 3.80.1", "D3 7.9.2"]);
  expect(asked).toEqual(["index.html", "app.js"]);
});
