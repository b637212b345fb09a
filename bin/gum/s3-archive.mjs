import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { Fault } from "../launcher/fault.mjs";
import { eachOf, rereading, sha256, sha256Of } from "./bucket.mjs";
import { withMark } from "./s3-marks.mjs";
import { listBackups, objectsOf, readManifest, timeName, writeManifest } from "./s3-place.mjs";

export const AT_ONCE = 8;

/** The file was deleted meanwhile, as people do. */
class Gone extends Fault {}

/**
 * Writes a backup in which objects of earlier ones are counted on. It exists once its manifest does.
 * @param work receives the sink that `gum backup` writes to
 */
export function writeToBucket({ place, files }, work) {
  return withMark({ place, kind: "backup" }, async () => {
    const createdAt = new Date();
    const sink = new BucketSink(place, files);
    await sink.begin();
    const { tables, ...summary } = await work(sink);
    const { files: stored, entries } = sink;
    const { missing } = summary;
    const manifest = { createdAt: createdAt.toISOString(), tables, missing, files: stored, entries };
    await assertThere(place, objectsOf(manifest));
    const time = timeName(createdAt);
    await writeManifest(place, time, manifest);
    return { ...summary, tables, time, sent: sink.sent, objectCount: objectsOf(manifest).size };
  });
}

/** A process that stood still for long can have lost its mark, and with it objects that it counted on. */
async function assertThere({ store, prefix }, objects) {
  const missing = new Map(objects);
  for (const folder of ["files/", "objects/"])
    for await (const { key, size } of store.list(prefix + folder)) {
      const name = key.slice(prefix.length);
      if (missing.get(name)?.size === size) missing.delete(name);
    }
  const [first] = missing.keys();
  if (first) throw new Fault(`${first} was removed while the backup ran. Nothing was written; run it again.`);
}

class BucketSink {
  atOnce = AT_ONCE;
  /** By key: size and hash. */
  files = {};
  entries = [];
  sent = { objects: 0, bytes: 0 };
  #place;
  #source;
  /** Sizes by name. */
  #there = new Map();
  /** Of the last backup. */
  #known = {};
  #canCopy = false;

  constructor(place, source) {
    this.#place = place;
    this.#source = source;
    this.#canCopy = source.bucket?.endpoint === place.store.endpoint;
  }

  async begin() {
    const { store, prefix } = this.#place;
    const last = (await listBackups(this.#place)).at(-1);
    if (last) this.#known = (await readManifest(this.#place, last)).files;
    for (const folder of ["files/", "objects/"])
      for await (const { key, size } of store.list(prefix + folder))
        this.#there.set(key.slice(prefix.length), size);
  }

  async add(name, bytes) {
    const hash = sha256(bytes);
    const object = `objects/${hash}`;
    if (this.#there.get(object) !== bytes.length) {
      await this.#place.store.put(this.#place.prefix + object, bytes);
      this.#note(object, bytes.length);
    }
    this.entries.push({ name, size: bytes.length, hash });
  }

  /** @returns whether there is such a file */
  async addFile(key) {
    const object = `files/${key}`;
    const there = this.#there.get(object);
    const known = Object.hasOwn(this.#known, key) ? this.#known[key] : null;
    if (known && known[0] === there) this.files[key] = known;
    else {
      const size = await this.#source.size(key);
      if (size === null) return false;
      try {
        const isLeft = there === size;
        const hash = isLeft ? await this.#hashOfLeft(key, size) : await this.#send(key, size);
        if (!isLeft) this.#note(object, size);
        this.files[key] = [size, hash];
      } catch (error) {
        if (error instanceof Gone) return false;
        throw error;
      }
    }
    return true;
  }

  #note(object, size) {
    this.#there.set(object, size);
    this.sent.objects++;
    this.sent.bytes += size;
  }

  /** Of an object that an interrupted backup left: writes are atomic, so it is whole. */
  #hashOfLeft(key, size) {
    return this.#source.bucket ? this.#hashOfCopy(key, size) : this.#hashOfSource(key, size);
  }

  #hashOfCopy(key, size) {
    const { store, prefix } = this.#place;
    return rereading(async () => sha256Of(await store.open(`${prefix}files/${key}`, size)));
  }

  async #hashOfSource(key, size) {
    return sha256Of(await this.#open(key, size));
  }

  async #open(key, size) {
    const source = await this.#source.open(key, size);
    if (!source) throw new Gone(`${key} is gone.`);
    return source;
  }

  /** @returns the hash of what was sent */
  async #send(key, size) {
    const { store, prefix } = this.#place;
    const to = `${prefix}files/${key}`;
    if (this.#canCopy) {
      const result = await store.copy(to, { bucket: this.#source.bucket.bucket, key });
      if (result === "copied") return this.#hashOfCopy(key, size);
      if (result === "missing") throw new Gone(`${key} is gone.`);
      // These credentials may not read there, or the store cannot copy.
      this.#canCopy = false;
    }
    if (!this.#source.bucket) {
      const hash = await this.#hashOfSource(key, size);
      await store.putFrom(to, { size, hash, open: () => this.#open(key, size) });
      return hash;
    }
    let hash;
    const open = async () => {
      hash = createHash("sha256");
      return Readable.from(hashed(await this.#open(key, size), hash));
    };
    await store.putFrom(to, { size, open });
    return hash.digest("hex");
  }
}

async function* hashed(stream, hash) {
  for await (const chunk of stream) {
    hash.update(chunk);
    yield chunk;
  }
}

/** An object that fails at its end if it is not what the backup says. */
async function* verified(stream, { name, hash: expected }) {
  const hash = createHash("sha256");
  yield* hashed(stream, hash);
  if (hash.digest("hex") !== expected) throw changed(name);
}

const changed = (name) => new Fault(`The checksum of ${name} does not match. Nothing was restored.`);
const lost = (name) => new Fault(`${name} is not in the bucket. Nothing was restored.`);

/**
 * Reads a backup, files first. No pruning begins meanwhile.
 * @param on.file `(key, { size, hash, open })`; `open` may be called again
 * @param on.entry `(name, bytes)`, in order
 * @returns the manifest
 */
export function readFromBucket({ place, time }, on) {
  return withMark({ place, kind: "restore" }, () => read({ place, time }, on));
}

async function read({ place, time }, on) {
  const { store, prefix } = place;
  const manifest = await readManifest(place, time);
  await eachOf(Object.entries(manifest.files), AT_ONCE, ([key, [size, hash]]) => {
    const name = `files/${key}`;
    const open = async () => {
      const stream = await store.open(prefix + name, size);
      if (!stream) throw lost(name);
      return Readable.from(verified(stream, { name, hash }));
    };
    return on.file(key, { size, hash, open });
  });
  for (const { name, hash } of manifest.entries) {
    const bytes = await store.get(`${prefix}objects/${hash}`);
    if (!bytes) throw lost(name);
    if (sha256(bytes) !== hash) throw changed(name);
    await on.entry(name, name.endsWith(".gz") ? gunzipSync(bytes) : bytes);
  }
  return manifest;
}
