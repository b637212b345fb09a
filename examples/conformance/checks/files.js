import { event, is, ok } from "./check.js";

const text = async (path) => (await fetch(path)).text();

export const files = [
  ["The entry page is the document", () => is(document.title, "Conformance")],
  [
    "Scripts run in order, deferred ones before modules",
    () => is(window.order, ["first", "inline", "second"]),
  ],
  [
    "Style sheets apply, @import too",
    () => is(getComputedStyle(document.querySelector("#styled")).outlineWidth, "7px"),
  ],
  [
    "Inline handlers run",
    () => {
      document.querySelector("#inline").click();
      is(window.inlineHandler, true);
    },
  ],
  [
    "Modules import modules by relative paths",
    async () => {
      const { four, here } = await import("../data/module.js");
      is(four, 4);
      ok(here.endsWith("/data/module.js"), `import.meta.url is ${here}`);
    },
  ],
  [
    "JSON is a module",
    async () => is((await import("../data/answer.json", { with: { type: "json" } })).default, { answer: 42 }),
  ],
  ["fetch reads a file", async () => is(await (await fetch("data/answer.json")).json(), { answer: 42 })],
  [
    "fetch gives the type of a file",
    async () => {
      const typeOf = async (path) => (await fetch(path)).headers.get("content-type").split(";")[0];
      is(await typeOf("data/answer.json"), "application/json");
      is(await typeOf("icon.png"), "image/png");
      is(await typeOf("data/add.wasm"), "application/wasm");
    },
  ],
  [
    "A query does not change the file",
    async () => is(await text("data/first.js?v=2"), await text("data/first.js")),
  ],
  [
    "Names have any letters, and spaces",
    async () => is((await text("data/日本語 text.txt")).trim(), "grüße, こんにちは"),
  ],
  [
    "A missing file is a 404",
    async () => {
      const response = await fetch("data/missing.json");
      is([response.ok, response.status], [false, 404]);
    },
  ],
  [
    "XMLHttpRequest reads a file",
    async () => {
      const request = new XMLHttpRequest();
      request.open("GET", "data/answer.json");
      request.responseType = "json";
      request.send();
      await event(request, "load");
      is([request.status, request.response], [200, { answer: 42 }]);
    },
  ],
  [
    "A synchronous XMLHttpRequest, too",
    () => {
      const request = new XMLHttpRequest();
      request.open("GET", "data/answer.json", false);
      request.send();
      is(JSON.parse(request.responseText), { answer: 42 });
    },
  ],
  [
    "Pictures load",
    async () => {
      const image = new Image();
      image.src = "icon.png";
      await image.decode();
      is([image.naturalWidth, image.naturalHeight], [192, 192]);
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      canvas.drawImage(image, -10, -96);
      is([...canvas.getImageData(0, 0, 1, 1).data], [11, 107, 79, 255], "its pixel");
    },
  ],
  [
    "WebAssembly compiles while it streams",
    async () => {
      const { instance } = await WebAssembly.instantiateStreaming(fetch("data/add.wasm"));
      is(instance.exports.add(40, 2), 42);
    },
  ],
  [
    "A worker reads files",
    async () => {
      const worker = new Worker("data/worker.js");
      worker.postMessage(8);
      is((await event(worker, "message")).data, 50);
      worker.terminate();
    },
  ],
  [
    "A worker is a module",
    async () => {
      const worker = new Worker(new URL("../data/module-worker.js", import.meta.url), { type: "module" });
      worker.postMessage(21);
      is((await event(worker, "message")).data, 42);
      worker.terminate();
    },
  ],
  [
    "A worker is made from a blob",
    async () => {
      const source = URL.createObjectURL(new Blob(["postMessage(6 * 7)"], { type: "text/javascript" }));
      is((await event(new Worker(source), "message")).data, 42);
    },
  ],
  [
    "eval and new Function work",
    () => is([(0, eval)("6 * 7"), new Function("a", "return a * 2")(21)], [42, 42]),
  ],
];
