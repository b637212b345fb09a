import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { UsageError } from "./arguments.mjs";
import { buildFolder, CompilerMissing } from "./build-folder.mjs";
import { FolderServer } from "./folder-server.mjs";
import { openInstance } from "./instance.mjs";
import { loadFormat } from "./library.mjs";
import { openLinks } from "./links.mjs";
import { loadLocalCode } from "./local-code.mjs";
import { readFolder } from "./read-folder.mjs";
import { countFindings, printFindings } from "./report.mjs";

/** An editor writes several files at once, or one in several steps. */
const SETTLE_MS = 150;
const RETRY_MS = 5_000;

/**
 * Runs a folder in the frame and restarts it with every change, until it is interrupted: in the playground of an instance, where
 * it can be edited and tried with a second person, or from this machine where it is larger than a project of the playground.
 * @returns {Promise<number>} the exit status
 */
export async function dev({ target, options }) {
  const folder = path.resolve(target);
  if (!isFolder(folder)) throw new UsageError(`${target} is not a folder.`);
  const format = await loadFormat();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
  let place = null;
  return follow(folder, {
    send: async () => {
      const found = await read(format, folder);
      if (!found) return false;
      const isHere = place ? place.isHere : !fits(format, found.files);
      if (isHere && !found.checked) {
        console.error(`Not run${found.findings.length > 0 ? `: ${countFindings(found.findings)}` : ""}.`);
        return false;
      }
      place ??= isHere
        ? openHere(folder, { format, files: found.files })
        : await openPlayground(folder, { format, options });
      return place.send(found);
    },
    onFirst: () => {
      console.log(`Open ${place.address}`);
      console.log(`${place.promise}; Ctrl+C ends it.`);
    },
  });
}

async function openPlayground(folder, { format, options }) {
  const { instance, call } = openInstance(options);
  const sync = new Sync({ call, links: await openLinks(folder), instance, name: path.basename(folder) });
  return {
    isHere: false,
    get address() {
      return sync.address;
    },
    promise: "Every change of the folder is sent there",
    send: async ({ files }) => {
      if (fits(format, files)) return sync.send(files);
      console.error(`Not sent: ${sizeOf(format, files)}. Start gum dev again to run it from here.`);
      return false;
    },
  };
}

function openHere(folder, { format, files }) {
  console.log(`The app runs from here, and nothing of it is sent: ${sizeOf(format, files)}.`);
  let server = null;
  return {
    isHere: true,
    get address() {
      return server.address;
    },
    promise: "It restarts with every change of the folder",
    send: async ({ checked }) => {
      const isFirst = server === null;
      server ??= new FolderServer(await loadLocalCode(), folder);
      server.show(checked);
      if (!isFirst) console.log(`${new Date().toLocaleTimeString()}  Restarted.`);
      else if (!(await server.listen()))
        console.log(
          `Port ${server.usualPort}, which this folder has otherwise, is taken: what the app saved there is not here.`,
        );
      return true;
    },
  };
}

/** Whether a project of the playground holds the files. */
const fits = ({ PROJECT_MAX_BYTES, PROJECT_FILES_MAX }, files) =>
  bytesOf(files) <= PROJECT_MAX_BYTES && files.size <= PROJECT_FILES_MAX;

const bytesOf = (files) => [...files.values()].reduce((sum, { length }) => sum + length, 0);

const sizeOf = ({ PROJECT_MAX_BYTES, PROJECT_FILES_MAX, byteSize }, files) =>
  `the folder has ${files.size} files with ${byteSize(bytesOf(files))}, and the playground holds up to ${PROJECT_FILES_MAX} files and ${byteSize(PROJECT_MAX_BYTES)}`;

const isFolder = (folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Also prints what the check finds.
 * @returns {Promise<{files: Map<string, Uint8Array>, checked: object | null, findings: object[]} | null>} `checked`: the package, if
 *   it can be one; null if the folder cannot be an app as it is
 */
async function read(format, folder) {
  let files;
  try {
    const times = new Map();
    files = await readFolder(folder, { times, forTrial: true, format });
    const packed = new Map(files);
    packed.delete(".network.json");
    // The playground builds the sources again; here the errors are shown where they are written.
    const built = await buildFolder(format, folder, packed, times);
    const { findings, package: checked } = await format.checkPackageFiles(built, {
      name: path.basename(folder),
    });
    printFindings(findings);
    return { files, checked, findings };
  } catch (error) {
    if (error instanceof CompilerMissing) {
      const isElsewhere = fits(format, files) ? " Until then its errors are in the playground only." : "";
      console.error(error.message + isElsewhere);
      return { files, checked: null, findings: [] };
    }
    if (!(error instanceof format.PackageError)) throw error;
    printFindings(error.findings);
    console.error(`Not sent: ${countFindings(error.findings)}.`);
    return null;
  }
}

/**
 * Calls `send` at the start and after each change, one at a time.
 * @param {{send: () => Promise<boolean | null | undefined>, onFirst: () => void}} work `send` returns true where it is sent,
 *   undefined where it should be tried again
 * @returns {Promise<number>} 1 if the first time fails; otherwise it goes on
 */
function follow(folder, { send, onFirst }) {
  return new Promise((resolve, reject) => {
    let timer;
    let isRunning = false;
    let isStale = false;
    let isFirst = true;
    const end = (settle) => {
      clearTimeout(timer);
      watcher.close();
      settle();
    };
    const plan = (ms) => {
      clearTimeout(timer);
      timer = setTimeout(() => void run(), ms);
    };
    const run = async () => {
      if (isRunning) return void (isStale = true);
      isRunning = true;
      let sent;
      do {
        isStale = false;
        try {
          sent = await send();
        } catch (error) {
          // Build tools replace files and folders while they are read.
          const code = error.code ?? error.cause?.code;
          if (!["ENOENT", "EBUSY", "EPERM"].includes(code) || !isFolder(folder))
            return end(() => reject(error));
          sent = undefined;
        }
      } while (isStale);
      isRunning = false;
      if (isFirst && !sent) return end(() => resolve(1));
      if (isFirst) onFirst();
      isFirst = false;
      if (sent === undefined) plan(RETRY_MS);
    };
    // Before the first time, so that no change is missed.
    const watcher = fs.watch(folder, { recursive: true }, () => plan(SETTLE_MS));
    watcher.once("error", (error) => end(() => reject(error)));
    void run();
  });
}

/** The project in the person's account that mirrors the folder. */
class Sync {
  #call;
  #links;
  #instance;
  #name;
  /** The revision that the next save replaces. */
  #base = 0;
  /** Hashes of contents that the instance has. */
  #known = new Set();
  #sent = "";
  /** The playground has a state that no folder had: the next save keeps it as a version. */
  #isEdited = false;

  constructor({ call, links, instance, name }) {
    this.#call = call;
    this.#links = links;
    this.#instance = instance;
    this.#name = name;
    this.id = links.get("projects", instance) ?? randomUUID();
  }

  get address() {
    return `${this.#instance}/playground?project=${this.id}`;
  }

  /** @returns {Promise<boolean | null | undefined>} true if the instance has this state, undefined if another try may succeed */
  async send(files) {
    const list = [...files].map(([file, bytes]) => ({ path: file, sha256: hashOf(bytes), bytes }));
    const state = JSON.stringify(list.map((file) => [file.path, file.sha256]));
    if (state === this.#sent) return true;
    const changed = list.filter(({ sha256 }) => !this.#known.has(sha256));
    const saved = await this.#put(list, changed);
    if (!saved) return saved;
    if (this.#isEdited && this.#sent)
      console.log("It was edited in the playground: that state is in its history now.");
    this.#isEdited = false;
    this.#base = saved.revision;
    this.#known = new Set(list.map(({ sha256 }) => sha256));
    this.#sent = state;
    await this.#links.set("projects", this.#instance, this.id);
    const count = changed.length === 1 ? "1 file" : `${changed.length} files`;
    console.log(`${new Date().toLocaleTimeString()}  Sent ${count}.`);
    return true;
  }

  #put(list, sent, again = true) {
    const manifest = readManifest(list);
    const body = {
      base: this.#base,
      name: (manifest.name ?? this.#name).slice(0, NAME_MAX_CHARS),
      title: manifest.name ? null : this.#name.slice(0, NAME_MAX_CHARS),
      trusted: true,
      files: list.map(({ path, sha256 }) => ({ path, sha256 })),
      contents: Object.fromEntries(
        sent.map(({ sha256, bytes }) => [sha256, Buffer.from(bytes).toString("base64")]),
      ),
      asVersion: this.#isEdited,
    };
    const retry = () => this.#put(list, list, false);
    const on = {
      // Edited in the playground, or saved by an earlier run.
      conflict: ({ revision }) => {
        this.#base = revision;
        this.#isEdited = true;
        return retry();
      },
      // Deleted in the playground, or of another account.
      not_found: () => {
        this.id = randomUUID();
        this.#base = 0;
        if (this.#sent) console.log(`A new project: ${this.address}`);
        return retry();
      },
      precondition_failed: retry,
    };
    return this.#call("PUT", `/api/v2/projects/${this.id}`, body, again ? on : {});
  }
}

const NAME_MAX_CHARS = 60;

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

function readManifest(list) {
  const file = list.find(({ path }) => path === "manifest.json");
  try {
    const { name } = JSON.parse(Buffer.from(file.bytes).toString("utf8"));
    return { name: typeof name === "string" && name.trim() ? name.trim() : undefined };
  } catch {
    return {};
  }
}
