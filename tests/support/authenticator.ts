import { createHmac } from "node:crypto";
import { setTimeout } from "node:timers/promises";

const STEP_MS = 30_000;
/** Ample for a request to arrive. */
const MARGIN_MS = 5_000;

/**
 * The six digits that an authenticator app shows for a secret (RFC 6238), written apart from the product's own code so
 * that the two check each other.
 * @param ahead how many half minutes from now
 */
export function appCode(secret: string, ahead = 0): string {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const key = Buffer.from(
    bits
      .join("")
      .match(/.{8}/g)!
      .map((byte) => parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead));
  const digest = createHmac("sha1", key).update(counter).digest();
  const word = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
  return String(word % 1_000_000).padStart(6, "0");
}

/**
 * The code of the half minute before, with which a test sets an app up, so that the present one is still unused. It is
 * accepted until this half minute ends: where that is near, waits for the next.
 */
export async function firstCode(secret: string): Promise<string> {
  const left = () => STEP_MS - (Date.now() % STEP_MS);
  // A timer can fire a moment early by this clock, still in the old half minute.
  while (left() < MARGIN_MS) await setTimeout(left());
  return appCode(secret, -1);
}
