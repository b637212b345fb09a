import fs from "node:fs";
import { pipeline } from "node:stream/promises";
import { gzipSync, gunzipSync } from "node:zlib";
import { Fault } from "../launcher/fault.mjs";
import { sha256 } from "./bucket.mjs";

/**
 * The archive of `gum backup`, a tar file:
 *   files/<area>/<name>            what people uploaded
 *   database.json                  migrations, tables with their columns, sequences
 *   database/<table>/<n>.copy.gz   rows as COPY writes them, in parts
 *   secrets.json
 *   manifest.json                  the last one: the SHA-256 of every entry, and how many rows each table has
 */
const FORMAT = 1;
const PART_BYTES = 4 * 1024 * 1024;

/** Writes an archive readable only by its owner. The file appears under its name once it is complete. */
export async function writeArchive(file, work) {
  const { pack: createPack } = await import("tar-stream");
  const part = `${file}.part`;
  const pack = createPack();
  const written = pipeline(pack, fs.createWriteStream(part, { mode: 0o600 }));
  written.catch(() => {});
  const hashes = {};
  const add = (name, bytes) =>
    new Promise((resolve, reject) => {
      hashes[name] = sha256(bytes);
      written.catch(reject);
      const entry = pack.entry({ name, size: bytes.length, mode: 0o600 }, (error) =>
        error ? reject(error) : resolve(),
      );
      entry.end(bytes);
    });
  try {
    const summary = await work(add);
    await add("manifest.json", Buffer.from(JSON.stringify({ format: FORMAT, ...summary, entries: hashes })));
    pack.finalize();
    await written;
    fs.renameSync(part, file);
    return summary;
  } catch (error) {
    pack.destroy();
    await written.catch(() => {});
    fs.rmSync(part, { force: true });
    throw error;
  }
}

/** Adds the output of a COPY, in parts: of equal size, so that parts of an unchanged table are equal, too. */
export async function addRows(add, table, stream) {
  let parts = 0;
  let waiting = [];
  let size = 0;
  const flush = async (length) => {
    const bytes = Buffer.concat(waiting);
    const name = `database/${table}/${String(parts++).padStart(6, "0")}.copy.gz`;
    await add(name, gzipSync(bytes.subarray(0, length)));
    waiting = [bytes.subarray(length)];
    size -= length;
  };
  for await (const chunk of stream) {
    waiting.push(chunk);
    size += chunk.length;
    while (size >= PART_BYTES) await flush(PART_BYTES);
  }
  if (size > 0) await flush(size);
}

/**
 * Reads an archive and calls `on.file(key, bytes)` or `on.entry(name, bytes)` for each entry, sequentially.
 * @returns the manifest
 * @throws {Fault} if the archive is truncated or an entry's hash does not match
 */
export async function readArchive(file, on) {
  const { extract: createExtract } = await import("tar-stream");
  const extract = createExtract();
  const source = pipeline(fs.createReadStream(file), extract);
  source.catch(() => {});
  const hashes = {};
  let manifest;
  try {
    for await (const entry of extract) {
      const chunks = [];
      for await (const chunk of entry) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      const { name } = entry.header;
      if (name === "manifest.json") {
        manifest = JSON.parse(bytes.toString());
        continue;
      }
      hashes[name] = sha256(bytes);
      if (name.startsWith("files/")) await on.file(name.slice("files/".length), bytes);
      else await on.entry(name, name.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    }
    await source;
  } catch (error) {
    if (error instanceof Fault || !/tar|unexpected end|incorrect|premature/i.test(String(error.message)))
      throw error;
    throw new Fault(`${file} is not a complete archive: ${error.message}`, { cause: error });
  }
  if (!manifest) throw new Fault(`${file} is truncated: it has no manifest. Nothing was restored.`);
  const names = new Set([...Object.keys(hashes), ...Object.keys(manifest.entries)]);
  const changed = [...names].find((name) => hashes[name] !== manifest.entries[name]);
  if (changed) throw new Fault(`The checksum of ${changed} in ${file} does not match. Nothing was restored.`);
  if (manifest.format !== FORMAT)
    throw new Fault(`${file} was made by another version of Gum (format ${manifest.format}).`);
  return manifest;
}
