import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from "node:crypto";
import { serverEnv } from "@/lib/config/env.server";
import { CODE_DIGITS } from "@/lib/config/limits";

/**
 * Trust model. Untrusted: whoever reads a copy of the database. Its tokens, codes and second factors are
 * useless without the instance's secret, from which one key per purpose is derived.
 */
type Purpose =
  | "refresh-token"
  | "refresh-successor"
  | "one-time-code"
  | "recovery-code"
  | "totp-secret"
  | "challenge"
  | "personal-token"
  | "passkey-challenge"
  | "provider-flow"
  | "device"
  | "session-end"
  | "appeal";

const keys = new Map<Purpose, Buffer>();

/** The 32-byte key of one purpose. */
export function keyFor(purpose: Purpose): Buffer {
  const cached = keys.get(purpose);
  if (cached) return cached;
  const key = Buffer.from(hkdfSync("sha256", serverEnv().NEXTAUTH_SECRET, "gum", purpose, 32));
  keys.set(purpose, key);
  return key;
}

/** The keyed hash by which a secret is stored and looked up. */
export function hashFor(purpose: Purpose, secret: string): string {
  return createHmac("sha256", keyFor(purpose)).update(secret).digest("base64url");
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
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), iv);
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
}

/** @throws Error if this instance did not seal the text for this purpose */
export function unseal(purpose: Purpose, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
