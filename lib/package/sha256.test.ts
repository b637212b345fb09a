import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32 } from "./crc32";
import { sha256, sha256InScript, toBase64, toHex } from "./sha256";
import { gzipSync } from "node:zlib";

describe("checksums", () => {
  it("are SHA-256, by the platform and by script", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const plain = Uint8Array.from(bytes);
        const expected = createHash("sha256").update(plain).digest();
        expect(toHex(sha256InScript(plain))).toBe(expected.toString("hex"));
        expect(toBase64(await sha256(plain))).toBe(expected.toString("base64"));
      }),
    );
    for (const length of [55, 56, 63, 64, 65, 119, 120, 1_000_003]) {
      const bytes = new Uint8Array(length).fill(length);
      expect(toHex(sha256InScript(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
  });

  it("are CRC-32", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        // gzip ends with the CRC-32 and the length of what it packed.
        expect(crc32(bytes)).toBe(gzipSync(bytes).readUInt32LE(gzipSync(bytes).length - 8));
      }),
    );
    expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  });
});
