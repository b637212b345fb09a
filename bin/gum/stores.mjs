import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { loadDotEnv } from "../launcher/environment.mjs";
import { Fault } from "../launcher/fault.mjs";
import { ensureVarDir, readJson, ROOT, varDir } from "../launcher/paths.mjs";
import { loadSecrets } from "../launcher/secrets.mjs";
import { openBucket, rereading } from "./bucket.mjs";

/**
 * The data of an instance: the database of DATABASE_URL or the embedded one, which is started if needed, and the files
 * in the object store or in VAR_DIR. Its `list` leaves out what Gum did not write there, and calls `onForeign` for each.
 * @param {{ isNew: boolean }} options whether to create a missing embedded database
 */
export async function withInstance({ isNew }, work) {
  loadDotEnv();
  const dir = varDir();
  const files = process.env.S3_BUCKET ? s3Files() : localFiles(path.join(dir, "files"));
  if (process.env.DATABASE_URL) return work({ dir, files, url: process.env.DATABASE_URL });
  const folder = path.join(dir, "postgres");
  const { placement } = await import("../launcher/postgres-binaries.mjs");
  if (!isNew && !fs.existsSync(path.join(placement(folder).data, "PG_VERSION")))
    throw new Fault(`There is no database in ${dir}. Set VAR_DIR or DATABASE_URL.`);
  ensureVarDir(dir);
  const { findPostgres, openPostgres } = await import("../launcher/postgres.mjs");
  const options = { dir: folder, password: loadSecrets(dir).databasePassword };
  const running = await findPostgres(options);
  if (running) return work({ dir, files, url: running });
  const opened = await openPostgres({ ...options, logFile: path.join(dir, "log/postgres.log") });
  try {
    return await work({ dir, files, url: opened.url });
  } finally {
    await opened.stop();
  }
}

/** Names come from archives, too. The rule of lib/files/file-key.ts. */
const KEY = /^[a-z]+\/[a-z0-9][a-z0-9._-]{7,127}$/;

export const isFileKey = (key) => KEY.test(key) && !key.includes("..");

function checked(key) {
  if (!isFileKey(key)) throw new Fault(`${key} is not the name of a file of Gum.`);
  return key;
}

const orNull = (error) => {
  if (error.code === "ENOENT") return null;
  throw error;
};

/** The layout of lib/files/local-file-store.ts. */
function localFiles(root) {
  const locate = (key) => {
    const [area, name] = checked(key).split("/");
    return path.join(root, area, name.slice(0, 2), name);
  };
  const create = (key) => {
    const file = locate(key);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    return fs.promises.open(file, "wx", 0o644);
  };
  return {
    bucket: null,
    async *list(onForeign) {
      const options = { recursive: true, withFileTypes: true };
      for (const entry of fs.existsSync(root) ? fs.readdirSync(root, options) : []) {
        if (entry.isDirectory() || entry.name.endsWith(".part")) continue;
        const file = path.join(entry.parentPath, entry.name);
        const key = `${path.relative(root, file).split(path.sep)[0]}/${entry.name}`;
        if (isFileKey(key) && locate(key) === file) yield key;
        else onForeign?.();
      }
    },
    get: (key) => fs.promises.readFile(locate(key)).catch(orNull),
    size: (key) => fs.promises.stat(locate(key)).then(({ size }) => size, orNull),
    open: (key) =>
      fs.promises.open(locate(key)).then((handle) => handle.createReadStream({ autoClose: true }), orNull),
    async put(key, bytes) {
      const handle = await create(key);
      await handle.writeFile(bytes);
      await handle.sync();
      await handle.close();
    },
    putFrom: (key, { open }) =>
      rereading(async () => {
        const handle = await create(key);
        try {
          await pipeline(await open(), handle.createWriteStream({ flush: true }));
        } catch (error) {
          await handle.close();
          fs.rmSync(locate(key), { force: true });
          throw error;
        }
      }),
    delete: async (key) => fs.rmSync(locate(key), { force: true }),
  };
}

function s3Files() {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;
  const types = readJson(path.join(ROOT, "lib/files/file-types.json"));
  const store = openBucket({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
  const headersOf = (key) => {
    const type = types[checked(key).split(".").at(-1)];
    return type && { "content-type": type, "cache-control": "public, max-age=31536000, immutable" };
  };
  return {
    bucket: store,
    async *list(onForeign) {
      for await (const { key } of store.list())
        if (isFileKey(key)) yield key;
        else onForeign?.();
    },
    get: store.get,
    size: store.size,
    open: store.open,
    put: (key, bytes) => store.put(key, bytes, headersOf(key)),
    putFrom: (key, source) => store.putFrom(key, { ...source, headers: headersOf(key) }),
    delete: store.delete,
  };
}
