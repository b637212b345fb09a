import "server-only";
import { ed25519 } from "@noble/curves/ed25519";
import { secp256k1 } from "@noble/curves/secp256k1";
import { keccak_256 } from "@noble/hashes/sha3";
import type { Chain } from "./signed-message";

/** Checks signatures of wallets by themselves: no node of a chain is asked, so wallets that are contracts have none. */

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const KEY_BYTES = 32;

/** The 32 bytes of a Solana address; null if it is another length. */
function readBase58(text: string): Uint8Array | null {
  let value = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit < 0) return null;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)![0].length;
  const hex = value === 0n ? "" : value.toString(16);
  const bytes = Buffer.concat([
    Buffer.alloc(zeros),
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex"),
  ]);
  return bytes.length === KEY_BYTES ? bytes : null;
}

/** `personal_sign`, EIP-191. */
function isSignedByEthereum(address: string, text: string, signature: string): boolean {
  const bytes = /^0x[0-9a-f]{130}$/i.test(signature) ? Buffer.from(signature.slice(2), "hex") : null;
  // Some wallets count the recovery bit from 0, most from 27.
  const recovery = bytes && bytes[64]! >= 27 ? bytes[64]! - 27 : bytes?.[64];
  if (!bytes || (recovery !== 0 && recovery !== 1)) return false;
  const message = Buffer.from(text, "utf8");
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`, "latin1");
  const hash = keccak_256(Buffer.concat([prefix, message]));
  const key = secp256k1.Signature.fromCompact(bytes.subarray(0, 64))
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash)
    .toRawBytes(false);
  const signer = Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString("hex");
  return `0x${signer}` === address.toLowerCase();
}

function isSignedBySolana(address: string, text: string, signature: string): boolean {
  const key = readBase58(address);
  const bytes = /^[\w-]{86}$/.test(signature) ? Buffer.from(signature, "base64url") : null;
  if (!key || !bytes) return false;
  // Strict, so that no signature is right for every message of a weak key.
  return ed25519.verify(bytes, Buffer.from(text, "utf8"), key, { zip215: false });
}

/** Whether the wallet with this address signed the text. */
export function isSignedBy({
  chain,
  address,
  text,
  signature,
}: {
  chain: Chain;
  address: string;
  text: string;
  /** As hosted clients send it: hex for Ethereum, base64url for Solana. */
  signature: string;
}): boolean {
  const check = chain === "ethereum" ? isSignedByEthereum : isSignedBySolana;
  try {
    return check(address, text, signature);
  } catch {
    // Numbers that are on no curve.
    return false;
  }
}
