import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode, encode, encodedBytes } from "./structured-text";

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
