import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Fault } from "./fault.mjs";
import { writeFileAtomic } from "./paths.mjs";

const NAMES = ["nextauthSecret", "databasePassword", "cronSecret"];

/**
 * The secrets of this installation, generated once and kept in `secrets.json`, readable by this user only.
 * @returns {{ nextauthSecret: string, databasePassword: string, cronSecret: string }}
 * @throws {Fault} if the file cannot be read, or is missing beside a database: new secrets would end every session, make second
 *   factors and the ids that apps know people by useless, and not open the database
 */
export function loadSecrets(dir) {
  const file = path.join(dir, "secrets.json");
  let secrets = {};
  if (fs.existsSync(file)) {
    try {
      secrets = JSON.parse(fs.readFileSync(file, "utf8"));
    } catch (cause) {
      throw new Fault(
        `${file} cannot be read. Restore it from a backup; if there is none, delete it and sign in again.`,
        { cause },
      );
    }
  } else if (fs.existsSync(path.join(dir, "postgres/PG_VERSION"))) {
    throw new Fault(
      `${file} is missing, but ${path.join(dir, "postgres")} holds a database that was made with it. Restore the file from a backup; if you can do without the data, delete the folder ${dir}.`,
    );
  }
  const missing = NAMES.filter((name) => typeof secrets[name] !== "string" || secrets[name].length < 16);
  for (const name of missing) secrets[name] = randomBytes(32).toString("base64url");
  if (missing.length) writeFileAtomic(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  else if ((fs.statSync(file).mode & 0o077) !== 0 && process.platform !== "win32") fs.chmodSync(file, 0o600);
  return secrets;
}
