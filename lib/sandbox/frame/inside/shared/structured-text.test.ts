import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode, decodeBytes, encode, encodeBytes, encodedBytes, plainBytes } from "./structured-text";

const textBytes = (text: string): number => new TextEncoder().encode(text).byteLength;

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withUnicodeString: true,
});

describe("structured text", () => {
  test("what a value takes is never guessed too low, and not much too high", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 20 }), async (values) => {
        const cloned = structuredClone(values);
        const bytes = textBytes(await encode(cloned));
        const guess = encodedBytes(cloned);
        expect(guess).toBeGreaterThanOrEqual(bytes - 2);
        // Numbers of nodes are counted with as many digits as any has.
        expect(guess).toBeLessThan(bytes * 4 + 64);
      }),
    );
  });

  test("large texts and bytes are guessed closely", async () => {
    const values = ['\u0000"\\é😀'.repeat(1_000), new Uint8Array(50_000), new Blob(["x".repeat(10_000)])];
    const bytes = textBytes(await encode(values));
    expect(encodedBytes(values) / bytes).toBeCloseTo(1, 2);
    expect((decode(await encode(values)) as string[])[0]).toBe(values[0]);
  });
});

describe("structured bytes", () => {
  test("what a value takes is never guessed too low", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 20 }), async (values) => {
        const cloned = structuredClone(values);
        const bytes = await encodeBytes(cloned);
        expect(plainBytes(cloned) + 32).toBeGreaterThanOrEqual(bytes.length);
        expect(await encode(decodeBytes(bytes))).toBe(await encode(cloned));
      }),
    );
  });

  test("an invalid date stays invalid", async () => {
    const dates = [new Date(NaN), new Date(0)];
    expect(decode(await encode(dates))).toEqual(dates);
    expect(decodeBytes(await encodeBytes(dates))).toEqual(dates);
  });

  test("binary data takes what it is; what is not whole is not read", async () => {
    const bytes = await encodeBytes([new Uint8Array(50_000).fill(7), new Blob(["x".repeat(10_000)])]);
    expect(bytes.length).toBeLessThan(60_300);
    const [numbers, blob] = decodeBytes(bytes) as [Uint8Array, Blob];
    expect([numbers[49_999], await blob.text()]).toEqual([7, "x".repeat(10_000)]);
    for (const length of [0, 3, 20, bytes.length - 1])
      expect(() => decodeBytes(bytes.slice(0, length))).toThrow();
  });
});
