/** Apps that replace the language's built-ins: old libraries, polyfills, and one that wants to look into the frame's own code. */
import { describe, expect, test } from "vitest";
import { page } from "../support/page-assets";
import { resultsOf, stageForAll } from "../support/stage-for-all";

const here = stageForAll();

/** Puts a function of the app's in the place of every built-in; each tells its name, and works as the native one if `works`. */
const REPLACE_ALL = `
  const { apply, ownKeys, getOwnPropertyDescriptor: describe, defineProperty: defineIt, getPrototypeOf } = Reflect;
  const nativeThen = Promise.prototype.then;
  const seen = Object.create(null);
  let on = false;
  const undo = [];
  const owners = [Object, Array, JSON, Reflect, Math, Number, String, Promise, Symbol, Date, RegExp, Map, Set, WeakMap, WeakSet, Function,
    ArrayBuffer, Uint8Array, getPrototypeOf(Uint8Array)];
  const named = owners.map((owner) => [owner.name || String(owner), owner]);
  for (const [name, owner] of [...named]) if (owner.prototype) named.push([name + ".prototype", owner.prototype]);
  for (const made of [[].values(), new Map().values(), new Set().values(), ""[Symbol.iterator](), "".matchAll(/./g), (function* () {})()])
    named.push(["iterator", getPrototypeOf(made)]);
  named.push(["generator", getPrototypeOf(getPrototypeOf((function* () {})()))]);
  for (const [name, owner] of named) for (const key of ownKeys(owner)) {
    const native = describe(owner, key);
    const label = name + "." + String(key);
    if (!native.configurable || key === "prototype" || key === Symbol.toPrimitive || key === "name" || key === "length") continue;
    if (label === "Object.prototype.__proto__" || owner === Function.prototype && typeof native.value !== "function") continue;
    const tell = () => { if (on) { seen[label] = true; if (!WORKS) throw new TypeError("replaced " + label) } };
    const wrap = (method) => function (...args) { tell(); return new.target ? Reflect.construct(method, args, new.target) : apply(method, this, args) };
    undo[undo.length] = () => defineIt(owner, key, native);
    if (key === "constructor") defineIt(owner, key, { configurable: true, get() { tell(); return native.value }, set() {} });
    else if (native.get) defineIt(owner, key, { configurable: true, get: wrap(native.get), set: native.set });
    else if (typeof native.value === "function") defineIt(owner, key, { ...native, value: wrap(native.value) });
  }
  for (const name of ["Promise", "Map", "Set", "WeakMap", "JSON", "Object", "Array", "Symbol", "Blob", "URL", "Response", "Headers", "TextDecoder"]) {
    const native = describe(window, name);
    undo[undo.length] = () => defineIt(window, name, native);
    defineIt(window, name, { configurable: true, get() { if (on) seen[name] = true; return native.value } });
  }
  const told = (promise, tell) => { on = false; apply(nativeThen, promise, [(value) => void tell(value)]); on = true };
`;

const FILES = {
  "data.txt": "data",
  "late.js": `late = true`,
  "worker.js": `onmessage = (event) => postMessage(event.data + 1)`,
};

/** Uses the platform without a built-in of its own, and calls \`done\` with what came of it. */
const USE = `
  const came = { __proto__: null };
  const useFiles = (then) => told(navigator.storage.getDirectory(), (root) => told(root.getFileHandle("f", { create: true }), (file) =>
    told(file.createWritable(), (stream) => told(stream.write("own"), () => told(stream.close(), () =>
      told(root.keys().next(), ({ value }) => told(file.getFile(), (found) => told(found.text(), (text) => then(value + text)))))))));
  function use(done) {
    on = true;
    localStorage.setItem("a", "1"); localStorage.b = "2";
    came.local = localStorage.getItem("a") + localStorage.b + localStorage.length;
    document.cookie = "c=3; max-age=1000";
    came.cookie = document.cookie;
    const box = document.createElement("div");
    box.innerHTML = '<img id=i src="data.txt" style="background: url(data.txt)"><a href="#x">x</a>';
    document.body.appendChild(box);
    came.markup = box.innerHTML;
    came.src = document.getElementById("i").src;
    history.pushState({ n: 1 }, "", "/a/b?c=d#e");
    came.place = location.pathname + location.search + location.hash + history.state.n;
    gum.storage.set("k", [1, { two: [2] }]);
    const script = document.createElement("script");
    script.src = "late.js";
    const request = new XMLHttpRequest();
    request.open("GET", "data.txt");
    request.onload = () => {
      came.xhr = request.responseText;
      told(fetch("data.txt"), (response) => told(response.text(), (text) => {
        came.fetched = text;
        const opening = indexedDB.open("base");
        opening.onupgradeneeded = () => opening.result.createObjectStore("s", { keyPath: "id" }).createIndex("i", "n");
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("s", "readwrite");
          transaction.objectStore("s").put({ id: 1, n: 5, list: [1, 2] });
          opening.result.transaction("s").objectStore("s").count();
          const reading = transaction.objectStore("s").index("i").get(5);
          transaction.oncomplete = () => {
            came.base = reading.result.list[1];
            useFiles((text) => {
              came.file = text;
              const worker = new Worker("worker.js");
              worker.onmessage = ({ data }) => {
                came.worker = data;
                told(gum.storage.get("k"), (value) => {
                  came.value = value[1].two[0];
                  setTimeout(() => { on = false; for (let i = undo.length - 1; i >= 0; i -= 1) undo[i](); done() }, 150);
                });
              };
              worker.postMessage(1);
            });
          };
        };
        opening.onerror = () => { came.base = String(opening.error); on = false; for (let i = undo.length - 1; i >= 0; i -= 1) undo[i](); done() };
      }));
    };
    script.onload = () => request.send();
    document.body.appendChild(script);
  }
`;

const CAME = {
  local: "122",
  cookie: "c=3",
  markup: `<img id="i" src="data.txt" style="background: url(&quot;data.txt&quot;)"><a href="#x">x</a>`,
  src: expect.stringMatching(/\/data\.txt$/) as string,
  place: "/a/b?c=d#e1",
  xhr: "data",
  fetched: "data",
  base: 2,
  file: "fown",
  worker: 2,
  value: 2,
};

const use = (works: boolean, before = ""): string =>
  page(
    `${before}${REPLACE_ALL.replaceAll("WORKS", String(works))}${USE}
     onload = () => use(() => result([{ ...came }, Object.keys(seen)]))`,
  );

/** What old libraries and polyfills do. */
const LIBRARIES: Record<string, string> = {
  "a library that extends prototypes": `
    for (const owner of [Array, String, Number, Object]) owner.prototype.toJSON = function () { return "no JSON" };
    Object.prototype.get = Object.prototype.set = Object.prototype.value = Object.prototype.has = () => "inherited";
    Array.prototype.map = Array.prototype.filter = Array.prototype.entries = Array.prototype.concat = () => ["broken"];
    Function.prototype.bind = Function.prototype.call = () => "broken"; String.prototype.startsWith = () => false; delete Array.from;`,
  "a polyfill of collections and promises": `
    class Old { static resolve() { return new Old() } then() { return this } catch() { return this } }
    for (const name of ["Promise", "Map", "Set", "WeakMap"]) window[name] = Old;
    Symbol.iterator2 = "@@iterator"; window.Symbol = () => "@@iterator"; window.JSON = { stringify: () => "", parse: () => null };
    window.URL = window.Blob = window.TextDecoder = window.Response = window.Headers = function () {};`,
};

describe("built-ins that an app replaces", () => {
  for (const [what, code] of Object.entries(LIBRARIES))
    test(`${what} breaks nothing`, async () => {
      const kept = `const { stringify } = JSON, { apply } = Reflect, nativeThen = Promise.prototype.then, undo = []; let on;
        const told = (promise, tell) => apply(nativeThen, promise, [(value) => void tell(value)]);`;
      const html = page(
        `${kept}${code}${USE} onload = () => use(() => console.log("RESULT " + stringify(came)))`,
      );
      const [came] = await resultsOf(here.shell, { files: { "index.html": html, ...FILES } });
      expect(came).toEqual(CAME);
    });

  test("are not used by the frame's own code", async () => {
    const files = { "index.html": use(true), ...FILES };
    expect(await resultsOf(here.shell, { files })).toEqual([[CAME, []]]);
  });

  test("break nothing when they throw", async () => {
    const files = { "index.html": use(false), ...FILES };
    expect(await resultsOf(here.shell, { files })).toEqual([[CAME, []]]);
  });
});
