import { TOTP_STEP_SECONDS } from "@/lib/config/limits";

/** RFC 4648 base32, as authenticator apps expect secrets. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      text += ALPHABET[(value >>> (bits - 5)) & 31];
      bits -= 5;
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

/** @throws RangeError where the text is not base32 */
export function fromBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text.toUpperCase().replace(/[\s=-]/g, "")) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) throw new RangeError("not base32");
    value = (value << 5) | digit;
    bits += 5;
    if (bits >= 8) {
      bytes.push((value >>> (bits - 8)) & 255);
      bits -= 8;
    }
    value &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

/** The number of the 30-second step a time (ms since 1970) falls into. */
export function totpStep(timeMs: number): number {
  return Math.floor(timeMs / 1_000 / TOTP_STEP_SECONDS);
}

/** Steps whose codes are accepted at a time: the one before and the one after too, for clocks that differ. */
export function acceptedSteps(timeMs: number): number[] {
  const step = totpStep(timeMs);
  return [step, step - 1, step + 1];
}

/** The 8-byte counter that a step's code is computed from. */
export function stepCounter(step: number): Uint8Array<ArrayBuffer> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  return new Uint8Array(counter.buffer);
}

/** The six digits of an HMAC-SHA-1 digest (RFC 4226, dynamic truncation). */
export function truncateDigest(digest: Uint8Array): string {
  const offset = digest[digest.length - 1]! & 15;
  const view = new DataView(digest.buffer, digest.byteOffset + offset, 4);
  return String((view.getUint32(0) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The address that authenticator apps read from a QR code. */
export function totpUri({
  secret,
  account,
  issuer,
}: {
  secret: string;
  account: string;
  issuer: string;
}): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({
    secret,
    issuer,
    algorithm: "SHA1",
    digits: "6",
    period: String(TOTP_STEP_SECONDS),
  });
  return `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}`;
}
