import { describe, expect, it } from "vitest";
import { ethereumWallet, solanaWallet } from "../../tests/support/wallets";
import { isSignedBy } from "./wallet-signature.server";

describe("signatures of Ethereum wallets", () => {
  // As web3.js documents it.
  const known = {
    chain: "ethereum",
    address: "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23",
    text: "Some data",
    signature:
      "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c",
  } as const;

  it("are those of the address", () => {
    expect(isSignedBy(known)).toBe(true);
    expect(isSignedBy({ ...known, signature: known.signature.replace(/1c$/, "01") })).toBe(true);
    const { address, personalSign } = ethereumWallet();
    const text = "ログインします";
    expect(isSignedBy({ chain: "ethereum", address, text, signature: personalSign(text) })).toBe(true);
  });

  it.each([
    ["another text", { text: "Some data " }],
    ["another address", { address: `0x${"1".repeat(40)}` }],
    ["another bit", { signature: known.signature.replace(/1c$/, "1b") }],
    ["a bit that is none", { signature: known.signature.replace(/1c$/, "1d") }],
    ["numbers that are too large", { signature: `0x${"f".repeat(128)}1c` }],
    ["nothing", { signature: `0x${"0".repeat(128)}1c` }],
    ["too little", { signature: known.signature.slice(0, -2) }],
    ["no hex", { signature: "x" }],
  ])("are not, with %s", (_, changes) => expect(isSignedBy({ ...known, ...changes })).toBe(false));
});

describe("signatures of Solana wallets", () => {
  it("are those of the address, and of no other text", async () => {
    const { address, signMessage } = solanaWallet();
    const text = "ログインします";
    const signature = Buffer.from(await signMessage(Buffer.from(text))).toString("base64url");
    const own = { chain: "solana", address, text, signature } as const;
    expect(isSignedBy(own)).toBe(true);
    expect(isSignedBy({ ...own, text: "x" })).toBe(false);
    expect(isSignedBy({ ...own, address: solanaWallet().address })).toBe(false);
    expect(isSignedBy({ ...own, address: address.slice(1) })).toBe(false);
    expect(isSignedBy({ ...own, signature: "x" })).toBe(false);
  });

  it("are none by a key for which one signature is right for every text", () => {
    const signature = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString("base64url");
    for (const address of ["1".repeat(32), "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM"])
      expect(isSignedBy({ chain: "solana", address, text: "x", signature })).toBe(false);
  });
});
