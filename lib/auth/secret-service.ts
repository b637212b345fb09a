import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from "node:crypto";
import { serverEnv } from "@/lib/config/env.server";
import { CODE_DIGITS } from "@/lib/config/limits";

/**
 * Trust model. Untrusted: whoever reads a copy of the database. Its tokens, codes and second factors are
 * useless without the instance's secrets, from which one key per purpose is derived.
 */

/** Keys for what the database stores, encrypted or as keyed hashes. If DATA_SECRET changes, stored tokens and second factors become useless. */
type DataPurpose =
  | "refresh-token"
  | "refresh-successor"
  | "one-time-code"
  | "recovery-code"
  | "totp-secret"
  | "personal-token"
  | "passkey-challenge"
  | "device"
  | "challenge-stamp"
  // Links of mails that are years old end a subscription.
  | "digest"
  | "public-key"
  | "spent-proof"
  | "queued-mail"
  | "queued-code";

/** What leaves the server and comes back. While NEXTAUTH_SECRET is rotated, the previous one counts, too. */
const SIGNING = [
  "access-token",
  "run-token",
  "challenge",
  "provider-flow",
  "session-end",
  "hosted-recovery",
  "hosted-newcomer",
  "hosted-mail",
  "hosted-link",
  "authorization-code",
  "hosted-file",
  "appeal",
  "trial-token",
] as const;
type SigningPurpose = (typeof SIGNING)[number];
export type TokenPurpose = SigningPurpose | "digest";

type Purpose = DataPurpose | SigningPurpose;

const isSigning = (purpose: Purpose): boolean => SIGNING.some((known) => known === purpose);

type Keys = [current: Uint8Array, previous?: Uint8Array | undefined];
const known = new Map<Purpose, Keys>();

function derive(purpose: Purpose, secret: string): Uint8Array {
  if (purpose === "access-token" || purpose === "run-token")
    return new TextEncoder().encode(`${purpose}:${secret}`);
  // Processes of the release before call it so.
  const info = purpose === "challenge-stamp" ? "challenge" : purpose;
  return Buffer.from(hkdfSync("sha256", secret, "gum", info, 32));
}

/** The key of one purpose, and the one that counted before NEXTAUTH_SECRET was rotated. */
export function keysFor(purpose: Purpose): Keys {
  const cached = known.get(purpose);
  if (cached) return cached;
  const { NEXTAUTH_SECRET: current, NEXTAUTH_SECRET_PREVIOUS: previous, dataSecret } = serverEnv();
  const keys: Keys = isSigning(purpose)
    ? [derive(purpose, current), previous ? derive(purpose, previous) : undefined]
    : [derive(purpose, dataSecret)];
  known.set(purpose, keys);
  return keys;
}

/** The keyed hash by which a secret is stored and looked up. */
export function hashFor(purpose: DataPurpose, secret: string): string {
  return createHmac("sha256", keysFor(purpose)[0]).update(secret).digest("base64url");
}

/** 256 random bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** A random code of CODE_DIGITS digits. */
export function randomDigits(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}

/** Encrypts with AES-256-GCM; returns iv, tag and ciphertext in base64url. */
export function seal(purpose: Purpose, plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keysFor(purpose)[0], iv);
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
}

/** @throws Error if this instance did not seal the text for this purpose */
export function unseal(purpose: Purpose, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const open = (key: Uint8Array): string => {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  };
  const [current, previous] = keysFor(purpose);
  if (!previous) return open(current);
  try {
    return open(current);
  } catch {
    return open(previous);
  }
}
