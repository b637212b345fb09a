import { describe, expect, it } from "vitest";
import { type Chain, isForOwnDomain, messageEnd, parseSignedMessage } from "./signed-message";

const NOW = Date.parse("2026-11-25T12:00:00Z");
const ADDRESS = `0x${"aB".repeat(20)}`;
const KEY = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";

const ethereum = (changes: Record<string, string> = {}, { statement = "" } = {}) => {
  const { head = "app.test", address = ADDRESS, tail = "", ...fields } = changes;
  const all = {
    URI: "https://app.test/in",
    Version: "1",
    "Chain ID": "1",
    Nonce: "abcdefgh",
    "Issued At": "2026-11-25T12:00:00.000Z",
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === "-" ? [] : [`${name}: ${value}`]));
  const start = `${head} wants you to sign in with your Ethereum account:\n${address}\n\n`;
  return `${start}${statement && `${statement}\n`}\n${lines.join("\n")}${tail}`;
};
const solana = (middle: string, fields: string[]) =>
  `app.test wants you to sign in with your Solana account:\n${KEY}\n\n${middle}${fields.join("\n")}`;
const read = (text: string, chain: Chain = "ethereum") => parseSignedMessage(chain, text);

describe("a signed message", () => {
  it("is read with and without a statement", () => {
    for (const statement of ["", "Sign in to the app.", "URI: https://evil.test"])
      expect(read(ethereum({}, { statement }))).toMatchObject({
        domain: "app.test",
        address: ADDRESS,
        uri: "https://app.test/in",
        chainId: "eip155:1",
      });
    expect(read(ethereum({ tail: "\nResources:\n- https://app.test/x\n- ipfs://y" }))).not.toBeNull();
    expect(read(ethereum({ Nonce: "-" }))).not.toBeNull();
  });

  it("of Solana is read in the orders of its wallets", () => {
    const [uri, version, issued] = [
      "URI: https://app.test/",
      "Version: 1",
      "Issued At: 2026-11-25T12:00:00Z",
    ];
    for (const text of [
      solana("", [version, uri, issued]),
      solana("A statement.\n\n", [version, uri, issued, "Chain ID: mainnet"]),
      solana("A statement.\n\n", [
        uri,
        version,
        "Chain ID: solana:mainnet",
        "Nonce: x",
        issued,
        "Resources:",
        "- https://x",
      ]),
    ])
      expect(read(text, "solana")).toMatchObject({ address: KEY, chainId: "solana:mainnet" });
    expect(read(solana("", [version, uri, issued, "Chain ID: devnet"]), "solana")?.chainId).toBe(
      "solana:devnet",
    );
    expect(read(solana("", [version, uri, issued]), "ethereum")).toBeNull();
  });

  it.each([
    ["", "nothing"],
    [ethereum({ Version: "2" }), "another version"],
    [ethereum({ URI: "-" }), "no address"],
    [ethereum({ "Issued At": "-" }), "no time"],
    [ethereum({ "Issued At": "yesterday" }), "a time that is none"],
    [ethereum({ "Issued At": "2026-11-25T12:00:00" }), "a time without a zone"],
    [ethereum({ "Issued At": "2026-13-25T12:00:00Z" }), "a month that is none"],
    [ethereum({ "Expiration Time": "never" }), "an end that is none"],
    [ethereum({ "Chain ID": "0x1" }), "a chain that is no number"],
    [ethereum({ "Chain ID": "-" }), "no chain"],
    [ethereum({ address: "0x1234" }), "no wallet"],
    [ethereum({ head: "app.test/x" }), "a path as its domain"],
    [ethereum({ head: "evil.test@app.test" }), "userinfo"],
    [ethereum({ tail: "\nURI: https://app.test/" }), "a field twice"],
    [ethereum({ tail: "\nOther: x" }), "an unknown field"],
    [ethereum({ tail: "\n" }), "an empty line"],
    [ethereum({ tail: "\nResources:\nx" }), "resources that are none"],
    [ethereum().replace("\n", "\r\n"), "other line breaks"],
    [ethereum({}, { statement: "one\ntwo" }), "two statements"],
    [`x\n${ethereum()}`, "a line before"],
    [ethereum({ Nonce: "x".repeat(5_000) }), "too much"],
  ])("is not %j: %s", (text) => expect(read(text)).toBeNull());

  it("counts for a while, by both clocks", () => {
    const ends = (changes: Record<string, string>, now = NOW) =>
      messageEnd(read(ethereum(changes))!, now)?.toISOString() ?? null;
    expect(ends({})).toBe("2026-11-25T12:10:00.000Z");
    expect(ends({ "Expiration Time": "2026-11-25T12:01:00Z" })).toBe("2026-11-25T12:01:00.000Z");
    expect(ends({ "Expiration Time": "2027-11-25T12:01:00Z" })).toBe("2026-11-25T12:10:00.000Z");
    expect(ends({ "Issued At": "2026-11-25T21:00:00+09:00" })).toBe("2026-11-25T12:10:00.000Z");
    expect(ends({}, NOW - 59_000)).not.toBeNull();
    expect(ends({}, NOW - 61_000)).toBeNull();
    expect(ends({}, NOW + 600_000)).toBeNull();
    expect(ends({ "Expiration Time": "2026-11-25T11:59:59Z" })).toBeNull();
    expect(ends({ "Not Before": "2026-11-25T12:05:00Z" })).toBeNull();
  });

  it("is for the page that it names", () => {
    const isOwn = (changes: Record<string, string>) => isForOwnDomain(read(ethereum(changes))!);
    expect(isOwn({})).toBe(true);
    expect(isOwn({ head: "https://app.test" })).toBe(true);
    expect(isOwn({ head: "http://app.test" })).toBe(false);
    expect(isOwn({ head: "evil.test" })).toBe(false);
    expect(isOwn({ head: "app.test:8443" })).toBe(false);
    expect(isOwn({ URI: "https://evil.test/" })).toBe(false);
    expect(isOwn({ URI: "https://app.test@evil.test/" })).toBe(false);
    expect(isOwn({ URI: "app.test" })).toBe(false);
  });
});
