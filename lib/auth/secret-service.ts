import "server-only";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from "node:crypto";
import { serverEnv } from "@/lib/config/env.server";
import { CODE_DIGITS } from "@/lib/config/limits";

/**
 * Trust model. Outside: whoever reads a copy of the database. What is kept there of tokens, codes and second factors is
 * worth nothing without the instance's secret, from which every key here is derived, one a use.
 */
type Use =
  "refresh-token" | "refresh-successor" | "one-time-code" | "recovery-code" | "totp-secret" | "challenge";

const keys = new Map<Use, Buffer>();

/** The 32-byte key of one use. */
export function keyFor(use: Use): Buffer {
  const known = keys.get(use);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", serverEnv().NEXTAUTH_SECRET, "gum", use, 32));
  keys.set(use, key);
  return key;
}

/** The keyed hash under which a secret is stored and found. */
export function hashFor(use: Use, secret: string): string {
  return createHmac("sha256", keyFor(use)).update(secret).digest("base64url");
}

/** 256 random bits for a link or a token. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** A code to type: digits, as random as so few can be. */
export function randomDigits(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}

/** Encrypts with AES-256-GCM; what comes out is iv, tag and text in base64url. */
export function seal(use: Use, plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(use), iv);
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
}

/** @throws Error where the text was not sealed by this instance for this use */
export function unseal(use: Use, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(use), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
