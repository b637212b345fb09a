import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { UsageError } from "./arguments.mjs";
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
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${target} is not a folder.`);
  const format = await loadFormat();
  const links = await openLinks(folder);
  const sync = new Sync({ call, links, instance, name: path.basename(folder) });

  const send = async () => {
    const files = await read(format, folder);
    return files === null || (await sync.send(files));
  };
  if (!(await send())) return 1;
  console.log(`Open ${instance}/playground?project=${sync.id}`);
  console.log("Every change of the folder is sent there; Ctrl+C ends it.");
  await watch(folder, send);
  return 0;
}

/** Also prints what the check finds. @returns the files, null if the folder cannot be an app as it is */
async function read(format, folder) {
  const { PACKAGE_LIMITS: limits, refuse, byteSize } = format;
  try {
    const files = await readFolder(folder, { limits, refuse, byteSize });
    const { findings } = await format.checkPackageFiles(new Map(files), { name: path.basename(folder) });
    printFindings(findings);
    return files;
  } catch (error) {
    if (!(error instanceof format.PackageError)) throw error;
    printFindings(error.findings);
    console.error(`Not sent: ${countFindings(error.findings)}.`);
    return null;
  }
}

/** Calls `send` after each change, one at a time, and again where it failed. Resolves when interrupted. */
function watch(folder, send) {
  return new Promise((resolve, reject) => {
    let timer;
    let running = false;
    let isStale = false;
    const run = async () => {
      if (running) return void (isStale = true);
      running = true;
      isStale = false;
      try {
        const isSent = await send();
        running = false;
        if (isStale || !isSent) plan(isStale ? SETTLE_MS : RETRY_MS);
      } catch (error) {
        running = false;
        // A file that was there a moment ago.
        if (error.code === "ENOENT") plan(SETTLE_MS);
        else end(() => reject(error));
      }
    };
    const plan = (ms) => {
      clearTimeout(timer);
      timer = setTimeout(() => void run(), ms);
    };
    const watcher = fs.watch(folder, { recursive: true }, () => plan(SETTLE_MS));
    const end = (settle) => {
      clearTimeout(timer);
      watcher.close();
      settle();
    };
    watcher.once("error", (error) => end(() => reject(error)));
    process.once("SIGINT", () => end(resolve));
    process.once("SIGTERM", () => end(resolve));
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

  constructor({ call, links, instance, name }) {
    this.#call = call;
    this.#links = links;
    this.#instance = instance;
    this.#name = name;
    this.id = links.get("projects", instance) ?? randomUUID();
  }

  /** @returns {Promise<boolean>} whether the instance has this state */
  async send(files) {
    const list = [...files].map(([file, bytes]) => ({ path: file, sha256: hashOf(bytes), bytes }));
    const state = JSON.stringify(list.map((file) => [file.path, file.sha256]));
    if (state === this.#sent) return true;
    const changed = list.filter(({ sha256 }) => !this.#known.has(sha256));
    const saved = await this.#put(list, changed);
    if (!saved) return false;
    this.#base = saved.revision;
    this.#known = new Set(list.map(({ sha256 }) => sha256));
    this.#sent = state;
    await this.#links.set("projects", this.#instance, this.id);
    const count = changed.length === 1 ? "1 file" : `${changed.length} files`;
    console.log(`${new Date().toLocaleTimeString()}  Sent ${count}.`);
    return true;
  }

  #put(list, sent, { asVersion = false, again = true } = {}) {
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
      asVersion,
    };
    const retry = (options) => this.#put(list, list, { ...options, again: false });
    const on = {
      // Edited in the playground, or saved by an earlier run.
      conflict: ({ revision }) => {
        if (this.#sent) console.log("It was edited in the playground: that state is in its history now.");
        this.#base = revision;
        return retry({ asVersion: true });
      },
      // Deleted in the playground, or of another account.
      not_found: () => {
        this.id = randomUUID();
        this.#base = 0;
        console.log(`A new project: ${this.#instance}/playground?project=${this.id}`);
        return retry();
      },
      precondition_failed: () => retry(),
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
