import { createECDH, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Fault } from "./fault.mjs";
import { writeFileAtomic } from "./paths.mjs";

const NAMES = ["nextauthSecret", "databasePassword", "cronSecret"];

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

/**
 * The secrets of this installation, generated once and kept in `secrets.json`, readable by this user only.
 * @returns {{ nextauthSecret: string, nextauthSecretPrevious?: string, dataSecret?: string, databasePassword: string, cronSecret: string, vapidPublicKey: string, vapidPrivateKey: string }}
 * @throws {Fault} if the file cannot be read, or is missing beside a database: new secrets would end every session, make second
 *   factors and the ids that apps know people by useless, and not open the database
 */
export function loadSecrets(dir) {
  const file = fileIn(dir);
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
 */
export function rotateSecret(dir) {
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
