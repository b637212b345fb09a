import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { UsageError } from "./arguments.mjs";
import { buildFolder, CompilerMissing } from "./build-folder.mjs";
import { openInstance } from "./instance.mjs";
import { loadFormat } from "./library.mjs";
import { openLinks } from "./links.mjs";
import { readFolder } from "./read-folder.mjs";
import { countFindings, printFindings } from "./report.mjs";

/** An editor writes several files at once, or one in several steps. */
const SETTLE_MS = 150;
const RETRY_MS = 5_000;

/**
 * Sends a folder to the playground of an instance with every change, until it is interrupted. There it runs in the frame,
 * alone or with a second person, and restarts by itself. What was edited in the playground meanwhile is in its history.
 * @returns {Promise<number>} the exit status
 */
export async function dev({ target, options }) {
  const { instance, call } = openInstance(options);
  const folder = path.resolve(target);
  if (!isFolder(folder)) throw new UsageError(`${target} is not a folder.`);
  const format = await loadFormat();
  const sync = new Sync({ call, links: await openLinks(folder), instance, name: path.basename(folder) });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
  return follow(folder, {
    send: async () => {
      const files = await read(format, folder);
      return files && fits(format, files) ? sync.send(files) : false;
    },
    onFirst: () => {
      console.log(`Open ${sync.address}`);
      console.log("Every change of the folder is sent there; Ctrl+C ends it.");
    },
  });
}

/** Whether a project of the playground holds the files; prints if not. */
function fits({ PROJECT_MAX_BYTES: limit, PACKAGE_LIMITS, byteSize }, files) {
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (bytes <= limit) return true;
  console.error(
    `Not sent: the folder has ${byteSize(bytes)}, and the playground holds up to ${byteSize(limit)}. check, pack and publish take packages up to ${byteSize(PACKAGE_LIMITS.packedBytes)}.`,
  );
  return false;
}

const isFolder = (folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Also prints what the check finds. @returns the files, null if the folder cannot be an app as it is */
async function read(format, folder) {
  let files;
  try {
    files = await readFolder(folder, { forTrial: true, format });
    const packed = new Map(files);
    packed.delete(".network.json");
    // The playground builds the sources again; here the errors are shown where they are written.
    const built = await buildFolder(format, folder, packed);
    const { findings } = await format.checkPackageFiles(built, { name: path.basename(folder) });
    printFindings(findings);
    return files;
  } catch (error) {
    if (error instanceof CompilerMissing) {
      console.error(`${error.message} Until then its errors are in the playground only.`);
      return files;
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
