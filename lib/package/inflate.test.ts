import { deflateRawSync, constants, inflateRawSync } from "node:zlib";
import { deflateSync } from "fflate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inflateExactly, inflateInSteps } from "./inflate";
import { InflateError } from "./inflate-error";
import { bitWriter } from "@/tests/support/bit-writer";
import { cpuMilliseconds } from "@/tests/support/cpu-time";
import { runs } from "@/tests/support/depth";

/** What zlib makes of a stream: its bytes, or null where it refuses it or does not use it up. */
function zlibInflate(stream: Uint8Array): Uint8Array | null {
  try {
    const { buffer, engine } = inflateRawSync(stream, {
      info: true,
      maxOutputLength: 1 << 22,
    }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return engine.bytesWritten === stream.length ? new Uint8Array(buffer) : null;
  } catch {
    return null;
  }
}

function ownInflate(stream: Uint8Array, size: number): Uint8Array | null {
  try {
    return inflateExactly(stream, size);
  } catch (error) {
    if (error instanceof InflateError) return null;
    throw error;
  }
}

function problemOf(stream: Uint8Array, size: number): string | undefined {
  try {
    inflateExactly(stream, size);
    return undefined;
  } catch (error) {
    return (error as InflateError).problem;
  }
}

const text = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc
    .array(fc.constantFrom(...Array.from("abcdefgh \n")), { maxLength: 6000 })
    .map((s) => new TextEncoder().encode(s.join(""))),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(4000))
    .map(([unit, times]) =>
      Uint8Array.from({ length: Math.min(unit.length * times, 60_000) }, (_, i) => unit[i % unit.length]!),
    ),
);

describe("inflateInSteps", { timeout: 60_000 }, () => {
  const inSteps = async (stream: Uint8Array, size: number, stepBytes: number) => {
    let pauses = 0;
    const between = async (): Promise<void> => void (pauses += 1);
    return { bytes: await inflateInSteps(stream, size, { stepBytes, between }), pauses };
  };

  it("makes the same bytes, whatever the step, and pauses as often as it has steps", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 9_000 }),
        async (bytes, level, stepBytes) => {
          const stream = deflateRawSync(bytes, { level, memLevel: 1 + (level % 9) });
          const stepped = await inSteps(stream, bytes.length, stepBytes);
          expect(Buffer.compare(stepped.bytes, bytes)).toBe(0);
          if (level > 0)
            expect(stepped.pauses).toBeGreaterThanOrEqual(Math.floor(bytes.length / (stepBytes + 258)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("refuses what is refused at once, and reads on through thousands of empty blocks only with pauses", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.nat(300), async (stream, size) => {
        const stepped = await inSteps(stream, size, 7).then(
          ({ bytes }) => bytes,
          () => null,
        );
        expect(stepped).toEqual(ownInflate(stream, size));
      }),
      { numRuns: runs(300) },
    );
    // Stored blocks of no bytes, then the last one.
    const empty = Array.from({ length: 4_000 }, () => [0, 0, 0, 0xff, 0xff]).flat();
    const stream = Uint8Array.from([...empty, 1, 0, 0, 0xff, 0xff]);
    expect((await inSteps(stream, 0, 1_000)).pauses).toBeGreaterThanOrEqual(19);
  });
});

describe("inflateExactly", { timeout: 60_000 }, () => {
  it("inflates what zlib and fflate deflate, by every strategy", () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 4 }),
        (bytes, level, strategy) => {
          const streams = [
            deflateRawSync(bytes, { level, strategy, memLevel: 1 + (level % 9) }),
            deflateRawSync(bytes, { level, windowBits: 9, finishFlush: constants.Z_FINISH }),
            deflateSync(bytes, { level: level as 0 }),
          ];
          for (const stream of streams)
            expect(Buffer.compare(inflateExactly(stream, bytes.length), bytes)).toBe(0);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it("says about damaged streams what zlib says", () => {
    const numRuns = runs(6_000);
    let accepted = 0;
    fc.assert(
      fc.property(
        text,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.nat(9),
        (bytes, a, b, flip, level) => {
          const stream = new Uint8Array(deflateRawSync(bytes, { level }));
          // The beginning holds the code lengths, where most of what can be wrong is wrong.
          stream[a % Math.min(stream.length, 80)]! ^= flip;
          if (flip & 1) stream[b % stream.length]! ^= 1 << (flip % 8);
          const expected = zlibInflate(stream);
          const size = expected?.length ?? bytes.length;
          const own = ownInflate(stream, size);
          if (expected) {
            accepted++;
            expect(own && Buffer.compare(own, expected)).toBe(0);
          } else {
            expect(own).toBeNull();
          }
        },
      ),
      { numRuns },
    );
    expect(accepted).toBeGreaterThan(numRuns / 60);
  });

  it("agrees with zlib on streams of random bits", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), fc.constantFrom(0, 2, 4), (bytes, type) => {
        bytes[0] = (bytes[0]! & 0xf8) | 1 | type;
        const expected = zlibInflate(bytes);
        const own = ownInflate(bytes, expected?.length ?? 20);
        if (expected) expect(own && Buffer.compare(own, expected)).toBe(0);
        else expect(own).toBeNull();
      }),
      { numRuns: runs(5_000) },
    );
  });

  const hello = deflateRawSync(Buffer.from("hello hello hello"));

  it("refuses a size that is not exactly right", () => {
    expect(problemOf(hello, 16)).toBe("too_long");
    expect(problemOf(hello, 18)).toBe("too_short");
    expect(problemOf(hello, 0)).toBe("too_long");
    expect(problemOf(deflateRawSync(Buffer.from("hello"), { level: 0 }), 4)).toBe("too_long");
  });

  it("refuses bytes after the end, even one", () => {
    expect(problemOf(new Uint8Array([...hello, 0]), 17)).toBe("trailing");
    expect(problemOf(new Uint8Array([...hello, ...hello]), 17)).toBe("trailing");
    // A last stored block leaves the rest of the input unread, not the rest of a byte.
    expect(problemOf(new Uint8Array([...deflateRawSync(Buffer.from("x"), { level: 0 }), 1]), 1)).toBe(
      "trailing",
    );
  });

  it("refuses an end that is missing", () => {
    for (let length = 0; length < hello.length; length++) {
      expect(problemOf(hello.subarray(0, length), 17)).toBeDefined();
    }
  });

  it.each([
    ["a block type that does not exist", () => bitWriter().bits(1, 1).bits(3, 2).bytes()],
    ["a stored length without its complement", () => new Uint8Array([1, 1, 0, 0xff, 0xff, 65])],
    ["a stored block longer than the input", () => new Uint8Array([1, 9, 0, 0xf6, 0xff, 65])],
    [
      "a distance before the start",
      () => bitWriter().bits(1, 1).bits(1, 2).code(0b0000001, 7).code(0, 5).code(0, 7).bytes(),
    ],
    ["length symbol 286", () => bitWriter().bits(1, 1).bits(1, 2).code(0b11000110, 8).bytes()],
    [
      "distance symbol 30",
      () => bitWriter().bits(1, 1).bits(1, 2).code(0b00110000, 8).code(1, 7).code(30, 5).bytes(),
    ],
    [
      "too many literal codes",
      () => bitWriter().bits(1, 1).bits(2, 2).bits(30, 5).bits(0, 5).bits(15, 4).bytes(80),
    ],
    [
      "too many distance codes",
      () => bitWriter().bits(1, 1).bits(2, 2).bits(0, 5).bits(30, 5).bits(15, 4).bytes(80),
    ],
    ["no code at all", () => bitWriter().bits(1, 1).bits(2, 2).bits(0, 14).bytes(80)],
  ])("refuses %s, as zlib does", (_, make) => {
    const stream = make();
    expect(problemOf(stream, 1)).toBe("invalid");
    expect(zlibInflate(stream)).toBeNull();
  });

  it("spends no more than zlib on ten megabytes of the dearest blocks there are", () => {
    // Each block: a set of 16 codes, the longest of 15 bits, and only the end of the block: the dearest bytes there are.
    const block = bitWriter();
    for (let n = 0; n < 8; n++) tinyDynamicBlock(block, false);
    const eight = block.bytes();
    const stream = new Uint8Array(10 * 1024 * 1024);
    for (let at = 0; at + eight.length <= stream.length; at += eight.length) stream.set(eight, at);
    const own = cpuMilliseconds(() => expect(problemOf(stream, 1)).toBeDefined());
    const zlib = cpuMilliseconds(() => expect(zlibInflate(stream)).toBeNull());
    expect(own).toBeLessThan(zlib * 5 + 500);
  });
});

/** A dynamic block whose literal codes have the lengths 1, 2, … 14, 15, 15 and that holds its end only. */
function tinyDynamicBlock(out: ReturnType<typeof bitWriter>, last: boolean): void {
  out
    .bits(last ? 1 : 0, 1)
    .bits(2, 2)
    .bits(0, 5)
    .bits(0, 5)
    .bits(15, 4);
  // Code lengths: symbol 18 has 1 bit, the others that are used have 5.
  const used = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17];
  for (const symbol of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]) {
    out.bits(symbol === 18 ? 1 : used.includes(symbol) ? 5 : 0, 3);
  }
  const length = (value: number) => out.code(16 + used.indexOf(value), 5);
  for (let value = 1; value <= 14; value++) length(value);
  length(15);
  const zeros = (count: number) => out.code(0, 1).bits(count - 11, 7);
  zeros(138);
  zeros(103);
  length(15); // 256: 15 + 138 + 103 symbols come before it
  length(1); // one distance code
  out.code(0x7fff, 15);
}
