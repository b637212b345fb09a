import fs from "node:fs";
import path from "node:path";
import { loadDotEnv } from "../launcher/environment.mjs";
import { Fault } from "../launcher/fault.mjs";
import { ensureVarDir, readJson, ROOT, varDir } from "../launcher/paths.mjs";
import { loadSecrets } from "../launcher/secrets.mjs";

/**
 * The data of an instance: the database of DATABASE_URL or the embedded one, which is started if needed, and the files
 * in the object store or in VAR_DIR.
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

/** The layout of lib/files/local-file-store.ts. */
function localFiles(root) {
  const locate = (key) => {
    const [area, name] = key.split("/");
    return path.join(root, area, name.slice(0, 2), name);
  };
  return {
    async *list() {
      for (const entry of fs.existsSync(root) ? fs.readdirSync(root, { recursive: true }) : []) {
        const [area, , name] = entry.split(path.sep);
        if (name && !name.endsWith(".part")) yield `${area}/${name}`;
      }
    },
    get: (key) =>
      fs.promises.readFile(locate(key)).catch((error) => {
        if (error.code === "ENOENT") return null;
        throw error;
      }),
    async put(key, bytes) {
      const file = locate(key);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      const handle = fs.openSync(file, "wx", 0o644);
      fs.writeFileSync(handle, bytes);
      fs.fsyncSync(handle);
      fs.closeSync(handle);
    },
    delete: async (key) => fs.rmSync(locate(key), { force: true }),
  };
}

/** The addressing of lib/files/s3-file-store.ts. */
function s3Files() {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;
  const types = readJson(path.join(ROOT, "lib/files/file-types.json"));
  const base = `${S3_ENDPOINT?.replace(/\/$/, "")}/${S3_BUCKET}`;
  let client;
  const call = async (method, key, body, headers) => {
    const { AwsClient } = await import("aws4fetch");
    client ??= new AwsClient({
      accessKeyId: S3_ACCESS_KEY_ID ?? "",
      secretAccessKey: S3_SECRET_ACCESS_KEY ?? "",
      region: S3_REGION || "auto",
      service: "s3",
    });
    const response = await client.fetch(`${base}/${key}`, { method, body, headers });
    if (!response.ok && response.status !== 404)
      throw new Fault(`The object store answered ${response.status} to ${method} ${key.split("?")[0]}.`);
    return response;
  };
  return {
    async *list() {
      let token = "";
      do {
        const next = token && `&continuation-token=${encodeURIComponent(token)}`;
        const text = await (await call("GET", `?list-type=2&max-keys=1000${next}`)).text();
        for (const [, key] of text.matchAll(/<Key>([^<]+)<\/Key>/g)) yield key;
        token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? "";
      } while (token);
    },
    async get(key) {
      const response = await call("GET", key);
      return response.status === 404 ? null : Buffer.from(await response.arrayBuffer());
    },
    async put(key, bytes) {
      const type = types[key.split(".").at(-1)];
      const headers = type && {
        "content-type": type,
        "cache-control": "public, max-age=31536000, immutable",
      };
      await call("PUT", key, bytes, headers);
    },
    delete: async (key) => void (await call("DELETE", key)),
  };
}
