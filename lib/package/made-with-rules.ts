/**
 * How the builds of engines, frameworks and libraries are recognised. `paths` match the path of a file, `code` text that only
 * code of that build has (`all` of one group), and `version` finds its number beside text that is always there. The names of
 * npm packages are recognised in paths such as `three@0.160.0/build/three.module.js`.
 *
 * Each expression is linear: no repetition is nested in or next to one that matches the same text.
 */
export type MadeWithRule = {
  name: string;
  paths?: RegExp;
  /** At least one such path for each, in the same package. */
  together?: readonly RegExp[];
  code?: readonly (readonly string[])[];
  version?: readonly RegExp[];
  /** As in the address of a CDN, which outside files keep. */
  npm?: readonly string[];
  /** A framework, and its dependencies, which are not listed beside it. */
  hides?: readonly string[];
  /** Goes before a number, as in r150. */
  prefix?: string;
};

const SEMVER = String.raw`(\d{1,4}\.\d{1,4}\.\d{1,4})`;
const after = (text: string) => new RegExp(`${text}${SEMVER}(?![\\d.])`);

/** Those that say most about an app first: engines, frameworks, libraries. */
export const MADE_WITH_RULES: readonly MadeWithRule[] = [
  { name: "Construct 3", paths: /(?:^|\/)c3runtime\.js$/ },
  { name: "Construct 2", paths: /(?:^|\/)c2runtime\.js$/ },
  {
    name: "GDevelop",
    code: [["gdjs.RuntimeGame("], ["gdjs.RuntimeGame="], ["gdjs.RuntimeGame ="]],
    hides: ["PixiJS", "three.js"],
  },
  {
    name: "RPG Maker MZ",
    paths: /(?:^|\/)js\/rmmz_core\.js$/,
    version: [after(String.raw`Utils\.RPGMAKER_VERSION ?= ?"`)],
    hides: ["PixiJS"],
  },
  {
    name: "RPG Maker MV",
    paths: /(?:^|\/)js\/rpg_core\.js$/,
    hides: ["PixiJS"],
  },
  { name: "TyranoScript", paths: /(?:^|\/)tyrano\/(?:tyrano|libs)\.js$/, hides: ["jQuery"] },
  { name: "Ren'Py", paths: /(?:^|\/)renpy(?:-pre)?\.(?:wasm|js)$/ },
  { name: "Twine", code: [["<tw-storydata"]], hides: ["jQuery"] },
  { name: "Bitsy", code: [["text/bitsyGameData"]] },
  { name: "PICO-8", code: [["pico8_buttons", "pico8_gpio"]] },
  { name: "TIC-80", together: [/(?:^|\/)tic80\.js$/, /(?:^|\/)tic80\.wasm$/] },
  {
    name: "Scratch",
    code: [["Created with https://packager.turbowarp.org/"], ["new Scaffolding.Scaffolding("]],
  },
  { name: "LÖVE", together: [/(?:^|\/)love\.js$/, /(?:^|\/)(?:love\.wasm|game\.love|game\.data)$/] },
  { name: "ct.js", code: [["Made with ct.js http"]], hides: ["PixiJS"] },
  { name: "Defold", paths: /(?:^|\/)dmloader\.js$/ },
  {
    name: "Cocos",
    paths:
      /(?:^|\/)(?:cocos2d-js(?:-min)?(?:\.[0-9a-f]{5})?\.js|cocos-js\/(?:cc|_virtual_cc)[^/]{0,40}\.js)$/,
  },
  {
    name: "Unity",
    together: [/(?:\.loader|UnityLoader)\.js$/, /(?:\.framework\.js|\.asm\.code|\.wasm\.code)/],
  },
  { name: "Godot", together: [/\.pck$/, /\.wasm$/] },
  {
    name: "Flutter",
    together: [/(?:^|\/)flutter(?:_bootstrap)?\.js$/, /(?:^|\/)main\.dart\.(?:js|mjs|wasm)$/],
  },
  {
    name: "Phaser",
    paths: /(?:^|\/)phaser(?:-arcade-physics|-ce)?(?:\.esm)?(?:\.min)?\.js$/,
    code: [["hidePhaser"], ["PhaserGlobal"]],
    version: [
      /\bVERSION: ?["'](\d{1,3}\.\d{1,3}\.\d{1,3})["'],\s{0,24}(?:LOG_VERSION|BlendModes)\b/,
      after(String.raw`\bPhaser v`),
    ],
    npm: ["phaser"],
    hides: ["PixiJS"],
  },
  {
    name: "PlayCanvas",
    paths: /(?:^|\/)playcanvas(?:-stable)?(?:\.min)?\.m?js$/,
    code: [["* PlayCanvas Engine v"], ['"data-engine",`PlayCanvas ${']],
    version: [after(String.raw`\* PlayCanvas Engine v`)],
    npm: ["playcanvas"],
  },
  {
    name: "Babylon.js",
    paths: /(?:^|\/)babylon(?:\.max)?\.js$/,
    code: [["cdn.babylonjs.com", "BABYLON"], ['return"babylonjs@'], ['return "babylonjs@'], [").BABYLON="]],
    version: [after(String.raw`return ?"babylonjs@`)],
    npm: ["babylonjs", "@babylonjs/core"],
  },
  {
    name: "three.js",
    paths: /(?:^|\/)three\.(?:min|module|module\.min|core|core\.min)\.js$/,
    code: [["Multiple instances of Three.js being imported"], ["three.js r${"], ["THREE.WebGLRenderer:"]],
    version: [
      /\bREVISION ?= ?["'](\d{2,4})["']/,
      /Three\.js Authors\s{1,4}\* SPDX-License-Identifier: MIT\s{1,4}\*\/\s{0,4}(?:const|var|let) \w{1,4}="(\d{2,4})"/,
    ],
    prefix: "r",
    npm: ["three"],
  },
  {
    name: "KAPLAY",
    code: [["KAPLAY already initialized"], ['name:"kaplay",description:'], ['name: "kaplay",']],
    version: [
      /name: ?"kaplay",\s{0,8}description: ?"[^"]{0,200}",\s{0,8}version: ?"(\d{1,4}\.\d{1,4}\.\d{1,4})"/,
    ],
    npm: ["kaplay"],
    hides: ["Kaboom"],
  },
  {
    name: "Kaboom",
    code: [['="kaboom.mp4"'], ["window.kaboom = kaboom.default"]],
    npm: ["kaboom"],
  },
  {
    name: "PixiJS",
    paths: /(?:^|\/)pixi\.min\.m?js$/,
    code: [["PixiJS Deprecation Warning"], ["__PIXI_APP_INIT__"], ["* PixiJS - v"], ["* pixi.js - v"]],
    version: [after(String.raw`\* (?:PixiJS|pixi\.js) - v`)],
    npm: ["pixi.js"],
  },
  {
    name: "p5.js",
    paths: /(?:^|\/)p5(?:\.min)?\.js$/,
    code: [["/*! p5.js v"], ["p5js.org/examples/form-3d-primitives"]],
    version: [after(String.raw`\/\*! p5\.js v`)],
    npm: ["p5"],
  },
  {
    name: "js-dos",
    paths: /(?:^|\/)js-dos\.js$/,
    code: [["#emulators-js", "js-dos"]],
    npm: ["js-dos"],
    hides: ["Preact"],
  },
  { name: "Pyodide", paths: /(?:^|\/)pyodide(?:\.asm)?\.(?:m?js|wasm)$/, npm: ["pyodide"] },
  { name: "Blazor", paths: /(?:^|\/)_framework\/blazor\.(?:webassembly\.js|boot\.json)$/ },
  {
    name: "Angular",
    code: [['"ng-version"']],
    version: [after(String.raw`"ng-version", ?"`)],
  },
  { name: "AngularJS", code: [["@license AngularJS v"]], version: [after("@license AngularJS v")] },
  {
    name: "React",
    paths: /(?:^|\/)react-dom(?:\.production|\.development)(?:\.min)?\.js$/,
    code: [
      ["reconcilerVersion", "__reactFiber$"],
      ["__reactInternalInstance$"],
      ["@license React\n * react-dom"],
    ],
    version: [/\bversion: ?"(\d{1,3}\.\d{1,3}\.\d{1,3})",\s{0,8}rendererPackageName: ?"react-dom"/],
    npm: ["react-dom"],
  },
  {
    name: "Preact",
    code: [["__k:null,__:null,__b:0,__e:null"]],
    npm: ["preact"],
  },
  {
    name: "Vue",
    paths: /(?:^|\/)vue\.(?:global|esm-browser|runtime\.global)(?:\.prod)?\.js$/,
    code: [[".__VUE__=", "__v_skip"], [".__VUE__ =", "__v_skip"], ["* Vue.js v2."]],
    version: [after(String.raw`\* (?:vue|@vue\/shared|Vue\.js) v`)],
    npm: ["vue"],
  },
  {
    name: "Svelte",
    code: [["window.__svelte"]],
    version: [/\bwindow\.__svelte\b[^;]{0,60}\.add\("(\d)"\)/],
  },
  { name: "Solid", code: [["solid-proxy", "solid-track"]], npm: ["solid-js"] },
  {
    name: "Lit",
    code: [["litHtmlVersions"]],
    version: [/\blitHtmlVersions ?\?\?= ?\[\]\)\.push\("(\d)\./],
    npm: ["lit"],
  },
  {
    name: "Alpine.js",
    code: [["Alpine Expression Error:"]],
    version: [/\bversion: ?"(\d\.\d{1,3}\.\d{1,3})",\s{0,8}flushAndStopDeferringMutations/],
    npm: ["alpinejs"],
  },
  {
    name: "htmx",
    paths: /(?:^|\/)htmx\.min\.js$/,
    code: [['indicatorClass:"htmx-indicator"'], ['indicatorClass: "htmx-indicator"']],
    npm: ["htmx.org"],
  },
  {
    name: "jQuery",
    paths: /(?:^|\/)jquery(?:-\d{1,2}\.\d{1,3}\.\d{1,3})?(?:\.slim)?\.min\.js$/,
    code: [["/*! jQuery v"], ["* jQuery JavaScript Library v"], ['"jQuery"+("']],
    version: [after(String.raw`\* jQuery JavaScript Library v`), after(String.raw`\/\*! jQuery v`)],
    npm: ["jquery"],
  },
  { name: "Tone.js", code: [["Tonejs/Tone.js/wiki"]], npm: ["tone"] },
  {
    name: "D3",
    paths: /(?:^|\/)d3(?:\.v\d)?\.min\.js$/,
    code: [["// https://d3js.org v"]],
    version: [after(String.raw`\/\/ https:\/\/d3js\.org v`)],
    npm: ["d3"],
  },
];

/** For what no rule recognises: C, C++ and the like. */
export const EMSCRIPTEN: MadeWithRule = { name: "Emscripten", code: [["HEAPU8", "emscripten_"]] };
