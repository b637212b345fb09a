import fs from "node:fs";
import path from "node:path";
import { type Killable, startKillable } from "./killable";

/** For the cipher of what s3rver puts at the end of a part of a list. */
const OLD_CIPHERS = "--openssl-legacy-provider";
const SERVER = path.join(import.meta.dirname, "bucket-process.mjs");

export type KillableStore = Killable & { env: Record<string, string>; toggleFailing: () => void };

/** An object store that keeps what it has in a folder. */
export async function startKillableStore(folder: string): Promise<KillableStore> {
  fs.mkdirSync(folder, { recursive: true });
  const server = await startKillable((port) => [process.execPath, OLD_CIPHERS, SERVER, folder, String(port)]);
  return {
    ...server,
    toggleFailing: () => server.signal("SIGUSR2"),
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_BUCKET: "gum",
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
  };
}
