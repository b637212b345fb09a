import { createECDH, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Fault } from "./fault.mjs";
import { writeFileAtomic } from "./paths.mjs";
import { existingData } from "./postgres-binaries.mjs";

const NAMES = ["nextauthSecret", "databasePassword", "cronSecret"];
const NEEDED =
  "Sessions, access tokens, second factors and the ids that apps know people by depend on it, so no new one is made.";

/** The key pair with which the instance signs its push messages. */
function createVapidKeys() {
  const pair = createECDH("prime256v1");
  return {
    vapidPublicKey: pair.generateKeys("base64url"),
    // A leading zero byte is not part of the number.
    vapidPrivateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString("base64url"),
  };
}

const randomSecret = () => randomBytes(32).toString("base64url");
const fileIn = (dir) => path.join(dir, "secrets.json");
const write = (dir, secrets) => writeFileAtomic(fileIn(dir), `${JSON.stringify(secrets, null, 2)}\n`, 0o600);

const isOutside = (dir, folder) => path.relative(dir, folder).startsWith("..");
const isSecret = (value) => typeof value === "string" && value.length >= 16;

/** @returns {Record<string, unknown> | null} null without a file @throws {Fault} if it cannot be read */
function read(dir) {
  const file = fileIn(dir);
  try {
    const secrets = JSON.parse(fs.readFileSync(file, "utf8"));
    if (secrets?.constructor !== Object) throw new SyntaxError("no JSON object");
    return secrets;
  } catch (cause) {
    if (cause.code === "ENOENT") return null;
    const advice = cause.code
      ? "Give this user access to it"
      : "Restore it from a backup (secrets.json in the archive)";
    throw new Fault(
      `${file} cannot be read (${cause.code ?? "it is no JSON object"}). ${advice}; do not delete it. ${NEEDED}`,
      { cause },
    );
  }
}

/**
 * Throws if `loadSecrets` would make a new secret for a database of DATABASE_URL that has people.
 * @param {string} dir
 * @param {() => Promise<boolean>} hasPeople is only called where there is no secret
 * @throws {Fault}
 */
export async function assertOwnSecret(dir, hasPeople, env = process.env) {
  if (env.NEXTAUTH_SECRET || isSecret(read(dir)?.nextauthSecret) || !(await hasPeople())) return;
  throw new Fault(
    `The database of DATABASE_URL has people, but neither NEXTAUTH_SECRET nor ${fileIn(dir)} has the secret that it was used with. ${NEEDED} Set NEXTAUTH_SECRET to it (and DATA_SECRET, if there was one), or restore the file from a backup.`,
  );
}

/**
 * The secrets of this installation, generated once and kept in `secrets.json`, readable by this user only.
 * @returns {{ nextauthSecret?: string, nextauthSecretPrevious?: string, dataSecret?: string, databasePassword: string, cronSecret: string, vapidPublicKey: string, vapidPrivateKey: string }}
 * @throws {Fault} if the file cannot be read, or, beside a database, is missing or lacks the secret that NEXTAUTH_SECRET
 *   does not give: a new one would end every session, and make second factors and the ids that apps know people by useless
 */
export function loadSecrets(dir, env = process.env) {
  const file = fileIn(dir);
  const found = read(dir);
  const database = existingData(path.join(dir, "postgres"));
  if (database && !(found && (env.NEXTAUTH_SECRET || isSecret(found.nextauthSecret)))) {
    throw new Fault(
      `${file} ${found ? "has no nextauthSecret" : "is missing"}, but ${database} holds a database that was made with it. ${NEEDED} Restore the file from a backup; if you can do without the data, delete the folder ${dir}${isOutside(dir, database) ? ` and ${database}` : ""}.`,
    );
  }
  const secrets = found ?? {};
  // One that nothing was signed with would count if NEXTAUTH_SECRET were taken away.
  const names = env.NEXTAUTH_SECRET ? NAMES.filter((name) => name !== "nextauthSecret") : NAMES;
  const missing = names.filter((name) => !isSecret(secrets[name]));
  for (const name of missing) secrets[name] = randomSecret();
  const hasVapidKeys = secrets.vapidPublicKey && secrets.vapidPrivateKey;
  if (!hasVapidKeys) Object.assign(secrets, createVapidKeys());
  if (missing.length || !hasVapidKeys) write(dir, secrets);
  else if ((fs.statSync(file).mode & 0o077) !== 0 && process.platform !== "win32") fs.chmodSync(file, 0o600);
  return secrets;
}

/**
 * Replaces the secret that signs sessions and tokens. The previous one stays valid, and stored values stay
 * encrypted with the first.
 * @throws {Fault} if there is none
 */
export function rotateSecret(dir) {
  if (!isSecret(read(dir)?.nextauthSecret)) throw new Fault(`${fileIn(dir)} has no secret to replace.`);
  const { nextauthSecret, dataSecret = nextauthSecret, ...rest } = loadSecrets(dir);
  const secrets = {
    ...rest,
    nextauthSecret: randomSecret(),
    nextauthSecretPrevious: nextauthSecret,
    dataSecret,
  };
  write(dir, secrets);
}

export function forgetPreviousSecret(dir) {
  const { nextauthSecretPrevious, ...secrets } = loadSecrets(dir);
  if (nextauthSecretPrevious) write(dir, secrets);
}
