import { TOTP_STEP_SECONDS } from "@/lib/config/limits";

/** RFC 4648 base32, the format of TOTP secrets. */
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

/** @throws RangeError if the text is not base32 */
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

/** The 30-second time step of a time in ms since 1970. */
export function totpStep(timeMs: number): number {
  return Math.floor(timeMs / 1_000 / TOTP_STEP_SECONDS);
}

/** The accepted time steps, one of clock skew in either direction. */
export function acceptedSteps(timeMs: number): number[] {
  const step = totpStep(timeMs);
  return [step, step - 1, step + 1];
}

/** A time step as HOTP's 8-byte counter. */
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

/** The otpauth URI that authenticator apps scan as a QR code. */
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
