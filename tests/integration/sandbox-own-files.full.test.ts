/** The app's own file system (OPFS): as in a tab, where the same script runs; and saved with the app's data. */
import { expect, test } from "vitest";
import { largePackage, noise } from "../support/large-package";
import { page } from "../support/page-assets";
import { stageForAll } from "../support/stage-for-all";

/** Its code is not all there at the start: none of that names what the app asks for. */
const LATE = largePackage(
  page(`onload = async () => {
    const [name, sync] = ["get" + "Directory", "FileSystemSync" + "AccessHandle"];
    const root = await navigator.storage[name](), stream = await (await root.getFileHandle("late", { create: true })).createWritable();
    await stream.write("late"); await stream.close();
    const worker = new Worker(URL.createObjectURL(new Blob(["postMessage([typeof " + sync + ", typeof navigator.storage." + name + "])"])));
    const heard = await new Promise((done) => { worker.onmessage = ({ data }) => done(data) });
    result([await (await (await root.getFileHandle("late")).getFile()).text(), heard]);
  }`),
  {
    "more.js": Buffer.concat([
      Buffer.from("/*"),
      noise(3_300_000, 33).map((byte) => (byte % 64) + 48),
      Buffer.from("*/"),
    ]),
    "data/more.zip": noise(4_000_000, 34),
  },
);
const here = stageForAll({ files: { "late.gum": LATE.bytes } });
const MB = 1024 * 1024;

/** What an app can see of its files, in \`said\`; a failure by its name. */
const WALK = `
const said = [];
const say = async (work) => { try { const value = await work(); said.push(value === undefined ? "undefined" : typeof value === "object" && value !== null ? String(value) : value) } catch (error) { said.push(error ? error.name : "threw " + error) } };
const text = (file) => file.getFile().then((found) => found.text());
const listed = async (entries) => { const names = []; for await (const entry of entries) names.push(Array.isArray(entry) ? entry[0] + ":" + entry[1].kind : typeof entry === "string" ? entry : entry.name + "." + entry.kind); return names.sort().join() };
async function walk() {
  const root = await navigator.storage.getDirectory();
  said.push(root.name, root.kind, String(root.entries()), root.entries === root[Symbol.asyncIterator], Object.prototype.toString.call(root), root instanceof FileSystemDirectoryHandle, root instanceof FileSystemHandle, Object.keys(root).length);
  for (const name of ["", ".", "..", "a/b", "a\\\\\\\\b", "a.", "a ", "a:b", " ", "ü", "x".repeat(200)]) await say(() => root.getFileHandle(name, { create: true }).then((found) => found.name.length));
  await say(() => root.getFileHandle("none")); await say(() => root.getFileHandle()); await say(() => root.getDirectoryHandle("none"));
  const dir = await root.getDirectoryHandle("dir", { create: true }), file = await dir.getFileHandle("file.txt", { create: true }), deep = await dir.getDirectoryHandle("deep", { create: true });
  await deep.getFileHandle("inner", { create: true }); await root.getFileHandle("dir2", { create: true });
  await say(() => root.getFileHandle("dir")); await say(() => dir.getDirectoryHandle("file.txt", { create: true }));
  await say(() => listed(root)); await say(() => listed(dir.keys())); await say(() => listed(dir.values())); await say(() => listed(deep.entries()));
  await say(() => root.removeEntry("dir")); await say(() => root.removeEntry("none")); await say(() => root.removeEntry("a/b"));
  await say(() => root.resolve(file).then(JSON.stringify)); await say(() => dir.resolve(root)); await say(() => root.resolve(root).then(JSON.stringify)); await say(() => root.resolve({}));
  await say(() => file.isSameEntry(dir)); await say(() => file.isSameEntry({})); await say(async () => file.isSameEntry(await dir.getFileHandle("file.txt")));
  const one = await file.createWritable();
  said.push(String(one), one instanceof WritableStream, one instanceof FileSystemWritableFileStream, one.locked, one.mode);
  await say(() => root.removeEntry("dir", { recursive: true })); await say(() => dir.removeEntry("file.txt")); await say(() => file.remove()); await say(() => file.createWritable({ mode: "exclusive" }));
  await say(() => one.write("hello")); await say(() => file.getFile().then(({ size }) => size)); await say(() => one.write({ type: "write", position: 2, data: "XY" })); await say(() => one.write(new Uint8Array([65, 66, 67]).subarray(1))); await say(() => one.close()); await say(() => text(file));
  await say(() => file.getFile().then(({ type, name, lastModified, constructor }) => [type, name, Math.abs(Date.now() - lastModified) < 60000, constructor === File].join()));
  const two = await file.createWritable({ keepExistingData: true }), three = await file.createWritable();
  await say(() => two.seek(10)); await say(() => two.write(new Blob(["ab"]))); await say(() => two.truncate(11)); await say(() => two.write({ type: "truncate", size: 3 })); await say(() => two.write("z")); await say(() => two.close());
  await say(() => three.write("lost")); await say(() => three.abort()); await say(() => three.write("x")); await say(() => text(file)); await say(() => two.close()); await say(() => two.write("a"));
  const four = await file.createWritable(); await say(() => four.write(5)); const writer = four.getWriter(); await say(() => four.write("a")); await say(() => four.close()); await say(() => writer.write({ type: "write", data: new Uint8Array([65]).buffer })); await say(() => writer.close()); await say(() => text(file));
  await say(async () => new Blob(["pi", "ped"]).stream().pipeTo(await file.createWritable())); await say(() => text(file));
  const large = new Uint8Array(100000).map((_, at) => at * 7), sum = (bytes) => bytes.reduce((total, byte, at) => (total + byte * (at % 31)) >>> 0, 0);
  const five = await file.createWritable(); await five.write(large); await five.truncate(70000); await five.truncate(90000); await five.write({ type: "write", position: 95000, data: "end" }); await five.close();
  await say(async () => { const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer()); return [bytes.length, sum(bytes)].join() });
  const six = await file.createWritable({ keepExistingData: true }); await six.write({ type: "write", position: 40000, data: "middle" }); await six.truncate(80000); await six.close();
  await say(async () => { const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer()); return [bytes.length, sum(bytes)].join() });
  const seven = await file.createWritable(); await seven.write({ type: "write", position: 50000, data: "new" }); await seven.close();
  await say(async () => { const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer()); return [bytes.length, sum(bytes)].join() });
  await say(() => file.queryPermission()); await say(() => file.requestPermission({ mode: "readwrite" }));
  await say(() => file.move("moved.txt")); said.push(file.name); await say(() => listed(dir.keys())); await say(() => file.move(root)); await say(() => file.move(deep, "last")); await say(() => root.resolve(file).then(JSON.stringify)); await say(() => file.getFile().then(({ size, name }) => size + name));
  await say(() => dir.remove()); await say(() => dir.remove({ recursive: true })); await say(() => file.getFile()); await say(() => deep.getFileHandle("x", { create: true })); await say(() => listed(dir)); await say(() => listed(root));
  for (const name of ["dir2", "ü"]) await say(() => root.removeEntry(name));
  for (const wrong of [() => FileSystemHandle(), () => new FileSystemFileHandle(), () => FileSystemHandle.prototype.kind, () => FileSystemFileHandle.prototype.getFile.call(dir), () => root.entries.call({})]) await say(wrong);
  // At the end: a browser's own copies of files whose streams have failed stay beside them.
  const scratch = await root.getFileHandle("scratch", { create: true });
  for (const wrong of [{ type: "write" }, { type: "write", data: null }, null, { type: "odd" }, {}, { type: "seek" }, { type: "truncate" }]) { const stream = await scratch.createWritable(); await say(() => stream.write(wrong)); await say(() => stream.write("x")); }
  return said;
}`;

/** Access handles, which only workers have. */
const WALK_SYNC = `
async function walkSync() {
  const root = await navigator.storage.getDirectory(), file = await root.getFileHandle("sync", { create: true }), handle = await file.createSyncAccessHandle();
  said.push(String(handle), handle instanceof FileSystemSyncAccessHandle, handle.mode, handle.getSize());
  const bytes = (text) => new TextEncoder().encode(text), read = (length, options) => { const into = new Uint8Array(length), count = handle.read(into, options); return count + new TextDecoder().decode(into.subarray(0, count)) };
  await say(() => handle.write(bytes("hello"))); await say(() => handle.write(bytes(" there").buffer)); await say(() => read(5)); await say(() => read(5, { at: 0 })); await say(() => read(50)); await say(() => read(3, { at: 100 })); await say(() => handle.write(bytes("J"), { at: 0 })); await say(() => read(4)); await say(() => handle.getSize());
  await say(() => handle.truncate(3)); await say(() => handle.truncate(6)); await say(() => read(9, { at: 0 })); await say(() => handle.write(bytes("far"), { at: 70000 })); await say(() => handle.flush()); await say(() => handle.getSize());
  await say(() => file.createSyncAccessHandle()); await say(() => file.createWritable()); await say(() => root.removeEntry("sync")); await say(() => handle.write()); await say(() => handle.truncate(-1)); await say(() => handle.read(new Uint16Array(2), { at: 0 }));
  await say(() => handle.close()); await say(() => handle.close()); for (const after of [() => handle.getSize(), () => handle.read(new Uint8Array(1)), () => handle.write(new Uint8Array(1)), () => handle.flush(), () => handle.truncate(1)]) await say(after);
  await say(() => text(file).then((all) => all.length + all.slice(0, 3) + all.slice(-3)));
  const again = await file.createSyncAccessHandle(); again.truncate(2); again.close(); await say(() => text(file));
  const first = await file.createSyncAccessHandle({ mode: "read-only" }), second = await file.createSyncAccessHandle({ mode: "read-only" });
  said.push(first.mode); await say(() => first.read(new Uint8Array(9))); await say(() => first.write(bytes("x"))); await say(() => file.createSyncAccessHandle()); first.close(); second.close();
  const open = await file.createWritable(); await say(() => file.createSyncAccessHandle()); await open.abort(); await say(() => file.createSyncAccessHandle().then((handle) => handle.close()));
  await say(() => (root.getDirectoryHandle("d", { create: true }), root.getFileHandle("none").then((none) => none.createSyncAccessHandle())));
}`;
const WORKER = `${WALK} ${WALK_SYNC} (async () => { await walk(); await walkSync(); return said })().then(postMessage, (error) => postMessage("failed: " + error.stack))`;
const ofWorker = (url: string) =>
  `new Promise((done, fail) => { const worker = new Worker(${url}); worker.onmessage = ({ data }) => done(data); worker.onerror = (event) => fail(new Error(event.message)) })`;

async function inTab<T>(script: string): Promise<T> {
  const tab = await here.stage.page();
  await tab.goto(`${here.stage.origin}/open?${here.stage.offer(() => `<!doctype html><body></body>`)}`);
  const value = await tab.evaluate<T>(script);
  await tab.close();
  return value;
}

const app = (id: string, script: string, more: Record<string, string> = {}) => ({
  id,
  keep: "browser" as const,
  manifest: { required_capabilities: ["eval"] },
  files: { "index.html": page(script), "uses.js": "navigator.storage.getDirectory()", ...more },
});

test("the interface answers as in a tab", async () => {
  const there = await inTab<unknown[]>(`(() => { ${WALK} return walk() })()`);
  await here.shell.run(app("walk", "result(1)"));
  const inFrame = await here.shell.inside<unknown[]>(`(() => { ${WALK} return walk() })()`);
  expect(inFrame).toEqual(there);
});

test("so does that of a worker, with access handles", async () => {
  const there = await inTab<unknown[]>(
    ofWorker(`URL.createObjectURL(new Blob([${JSON.stringify(WORKER)}]))`),
  );
  await here.shell.run(app("walk-worker", "result(1)", { "worker.js": WORKER }));
  const inFrame = await here.shell.inside<unknown[]>(ofWorker(`"worker.js"`));
  expect(inFrame).toEqual(there);
});

const TOOLS = `
  const write = async (folder, name, data) => { const stream = await (await folder.getFileHandle(name, { create: true })).createWritable(); await stream.write(data); await stream.close() };
  const read = async (folder, name) => (await (await folder.getFileHandle(name)).getFile()).text();
  const names = async (folder) => { const found = []; for await (const name of folder.keys()) found.push(name); return found };
  const heard = (worker) => new Promise((done) => { worker.onmessage = ({ data }) => done(data); worker.onerror = (event) => done("error: " + event.message) });`;

const run = async (id: string, script: string, more: Record<string, string> = {}, deviceBytes = 0) => {
  const files = { "index.html": page(`(async () => { ${TOOLS} ${script} })()`), ...more };
  await here.shell.run({ id, keep: "browser", deviceBytes, files }, { settleMs: 0 });
  const [result] = await here.shell.resultsFrom(1);
  return result;
};

test("files are there at the next start, and are none of the app's databases", async () => {
  const id = "kept-files";
  const first = `const root = await navigator.storage.getDirectory(), folder = await root.getDirectoryHandle("saves", { create: true });
    await write(folder, "one", "first"); await write(folder, "two", new Uint8Array([0, 255, 7])); await write(root, "gone", "x"); await root.removeEntry("gone");
    result([await names(root), (await indexedDB.databases()).length, (await navigator.storage.estimate()).usage > 0])`;
  expect(await run(id, first)).toEqual([["saves"], 0, true]);
  const second = `const root = await navigator.storage.getDirectory(), folder = await root.getDirectoryHandle("saves");
    const two = new Uint8Array(await (await (await folder.getFileHandle("two")).getFile()).arrayBuffer());
    result([await names(root), await names(folder), await read(folder, "one"), [...two]])`;
  expect(await run(id, second)).toEqual([["saves"], ["one", "two"], "first", [0, 255, 7]]);
});

test("large ones are kept on the device", async () => {
  const id = "large-files";
  const sum = `const sum = (bytes) => bytes.reduce((total, byte) => (total + byte) >>> 0, 0)`;
  const made = `${sum}; const bytes = new Uint8Array(${20 * MB}).map((_, at) => at * 31);`;
  const first = `${made} const root = await navigator.storage.getDirectory(); await write(root, "large", bytes); result(sum(bytes))`;
  const total = await run(id, first, {}, 64 * MB);
  expect(total).toEqual(expect.any(Number));
  const second = `${sum}; const root = await navigator.storage.getDirectory(), file = await (await root.getFileHandle("large")).getFile();
    result(sum(new Uint8Array(await file.arrayBuffer())))`;
  expect(await run(id, second, {}, 64 * MB)).toBe(total);
});

test("what does not fit is refused, and leaves the file as it was", async () => {
  const worker = `(async () => { const root = await navigator.storage.getDirectory(), handle = await (await root.getFileHandle("sync", { create: true })).createSyncAccessHandle();
    const said = []; try { handle.write(new Uint8Array(${12 * MB})) } catch (error) { said.push(error.name) }
    try { handle.truncate(${12 * MB}) } catch (error) { said.push(error.name) }
    said.push(handle.getSize()); handle.close(); postMessage(said) })()`;
  const script = `const root = await navigator.storage.getDirectory(); await write(root, "file", "small");
    const failed = await write(root, "file", new Uint8Array(${12 * MB})).catch((error) => error.name);
    result([failed, await read(root, "file"), await heard(new Worker("worker.js"))])`;
  expect(await run("full-files", script, { "worker.js": worker })).toEqual([
    "QuotaExceededError",
    "small",
    ["QuotaExceededError", "QuotaExceededError", 0],
  ]);
});

test("the page and its workers have the same files, and a worker's end gives its own back", async () => {
  const worker = `onmessage = async ({ data }) => { const root = await navigator.storage.getDirectory(), file = await root.getFileHandle("shared", { create: true });
    const said = [await (await file.getFile()).text()];
    const handle = await file.createSyncAccessHandle(); handle.write(new TextEncoder().encode(data)); handle.flush(); postMessage(said) }`;
  const script = `const root = await navigator.storage.getDirectory(); await write(root, "shared", "from the page");
    const refused = () => root.getFileHandle("shared").then((file) => file.createWritable()).then((stream) => stream.abort().then(() => "open"), (error) => error.name);
    const worker = new Worker("worker.js"), first = heard(worker); worker.postMessage("FROM"); const said = [await first, await refused()];
    worker.terminate(); let after; while ((after = await refused()) !== "open") await new Promise((done) => setTimeout(done, 5));
    const second = new Worker("worker.js"), again = heard(second); second.postMessage("from");
    said.push(after, await read(root, "shared"), await again); result(said)`;
  expect(await run("shared-files", script, { "worker.js": worker })).toEqual([
    ["from the page"],
    "NoModificationAllowedError",
    "open",
    "FROM the page",
    ["FROM the page"],
  ]);
});

test("a package that never asks for files has none", async () => {
  const script = `result(["getDirectory" in navigator.storage, "getDirectory" in StorageManager.prototype])`;
  // The name is in two parts, or the package would be one that does.
  expect(await run("no-files", script.replaceAll(`"getDirectory"`, `"get" + "Directory"`))).toEqual([
    false,
    false,
  ]);
});

test("a large package gets its files when it first asks for them", async () => {
  const { bytes, sha256 } = LATE;
  await here.shell.run({ files: {}, packed: { url: "/files/late.gum", sha256, bytes: bytes.length } });
  expect(await here.shell.resultsFrom(1)).toEqual([["late", ["function", "function"]]]);
});
