import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1";
import { keccak_256 } from "@noble/hashes/sha3";

/** Wallets as pages find them in a browser: they sign whatever they are asked to. */

export function ethereumWallet(chainId = 1) {
  const key = randomBytes(32);
  const hash = keccak_256(secp256k1.getPublicKey(key, false).subarray(1));
  const address = `0x${Buffer.from(hash.subarray(-20)).toString("hex")}`;
  const personalSign = (text: string): string => {
    const bytes = Buffer.from(text, "utf8");
    const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, "latin1");
    const signature = secp256k1.sign(keccak_256(Buffer.concat([prefix, bytes])), key);
    const recovery = (27 + signature.recovery).toString(16);
    return `0x${signature.toCompactHex()}${recovery}`;
  };
  const request = ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    if (method === "eth_requestAccounts") return Promise.resolve([address]);
    if (method === "eth_chainId") return Promise.resolve(`0x${chainId.toString(16)}`);
    const [hex] = params as [string];
    return Promise.resolve(personalSign(Buffer.from(hex.slice(2), "hex").toString("utf8")));
  };
  return { address, personalSign, request };
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

function toBase58(bytes: Buffer): string {
  let text = "";
  for (let rest = BigInt(`0x${bytes.toString("hex")}`); rest > 0n; rest /= 58n)
    text = BASE58[Number(rest % 58n)]! + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(zeros < 0 ? bytes.length : zeros) + text;
}

export function solanaWallet() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const address = toBase58(Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url"));
  return {
    address,
    publicKey: { toBase58: () => address },
    signMessage: (message: Uint8Array) => Promise.resolve(new Uint8Array(sign(null, message, privateKey))),
  };
}
