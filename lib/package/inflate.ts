import { InflateError } from "./inflate-error";
import { MAX_CODE_BITS, PrefixCodes } from "./prefix-codes";

/**
 * Inflates Deflate streams (RFC 1951) into exactly the number of bytes that the archive declares.
 *
 * Trust: an attacker controls every bit of `input`. What must hold:
 * - Nothing is written beyond `size` bytes, which the caller has checked against the limits; no buffer grows.
 * - The work is linear in input and output: a table is at most a few times as large as the codes in it, because a
 *   stream of thousands of tiny blocks, each with a full table, keeps common inflaters busy for half a minute.
 * - zlib accepts what this accepts: code sets are complete and not oversubscribed, stored lengths match their
 *   complement, every symbol and distance exists, each block has an end-of-block code.
 * - The stream ends with the last byte of `input`. Bytes after its end would be unchecked.
 *
 * fflate, which packs, cannot be used here: it does not check the third point, and does not report how much of the input it
 * has read. The tests compare this with zlib on valid and on damaged streams.
 */

const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LENGTH_BASE = new Uint16Array(29);
const LENGTH_EXTRA = new Uint8Array(29);
const DISTANCE_BASE = new Uint16Array(30);
const DISTANCE_EXTRA = new Uint8Array(30);
fillBases();

const FIXED_LITERALS = new PrefixCodes(288).set(
  Uint8Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  ),
  0,
  288,
  "complete",
);
const FIXED_DISTANCES = new PrefixCodes(32).set(new Uint8Array(32).fill(5), 0, 32, "complete");

/**
 * Inflates `input`, all of it, into exactly `size` bytes.
 * @throws InflateError if the stream is damaged, inflates to another size, or ends before its input does.
 */
export function inflateExactly(input: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const stream = new Inflater(input, size);
  while (!stream.advance(size + 1));
  return stream.output;
}

/**
 * The same in steps of about `stepBytes` read or written, with `between` awaited after each.
 * @throws InflateError, as above
 */
export async function inflateInSteps(
  input: Uint8Array,
  size: number,
  { stepBytes, between }: { stepBytes: number; between: () => Promise<void> },
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Inflater(input, size);
  while (!stream.advance(stepBytes)) await between();
  return stream.output;
}

class Inflater {
  readonly output: Uint8Array<ArrayBuffer>;
  private written = 0;
  private readonly input: Uint8Array;
  private at = 0;
  /** Bits read from the input but not consumed, lowest first. */
  private bits = 0;
  private bitCount = 0;
  private readonly lengths = new Uint8Array(286 + 30);
  private readonly lengthCodes = new PrefixCodes(19);
  private readonly literals = new PrefixCodes(286);
  private readonly distances = new PrefixCodes(30);
  private isLastBlock = false;
  /** The codes of the current block, null between blocks. */
  private open: readonly [literals: PrefixCodes, distances: PrefixCodes] | null = null;

  constructor(input: Uint8Array, size: number) {
    this.input = input;
    this.output = new Uint8Array(size);
  }

  /** Continues until about `bytes` more are read or written. @returns whether the stream has ended */
  advance(bytes: number): boolean {
    const writtenEnd = Math.min(this.written + bytes, this.output.length + 1);
    const inputEnd = this.at + bytes;
    while (this.open || !this.isLastBlock) {
      if (!this.open) this.beginBlock();
      if (this.open && !this.inflateBlock(this.open[0], this.open[1], writtenEnd)) return false;
      this.open = null;
      if (!this.isLastBlock && (this.written >= writtenEnd || this.at >= inputEnd)) return false;
    }
    if (this.written < this.output.length) throw new InflateError("too_short");
    if (this.unusedBytes() > 0) throw new InflateError("trailing");
    return true;
  }

  /** Input bytes of which no bit was consumed. */
  private unusedBytes(): number {
    return this.input.length - this.at + (this.bitCount >> 3);
  }

  /** Reads the header of a block; copies the block if it is stored. */
  private beginBlock(): void {
    this.isLastBlock = this.take(1) === 1;
    const type = this.take(2);
    if (type === 0) this.copyStored();
    else if (type === 1) this.open = [FIXED_LITERALS, FIXED_DISTANCES];
    else if (type === 2) this.open = this.readCodes();
    else throw new InflateError("invalid");
  }

  private take(count: number): number {
    while (this.bitCount < count) {
      if (this.at >= this.input.length) throw new InflateError("invalid");
      this.bits |= this.input[this.at++]! << this.bitCount;
      this.bitCount += 8;
    }
    const value = this.bits & ((1 << count) - 1);
    this.bits >>>= count;
    this.bitCount -= count;
    return value;
  }

  private copyStored(): void {
    this.at -= this.bitCount >> 3;
    this.bits = 0;
    this.bitCount = 0;
    const { input, at } = this;
    if (at + 4 > input.length) throw new InflateError("invalid");
    const length = input[at]! | (input[at + 1]! << 8);
    const complement = input[at + 2]! | (input[at + 3]! << 8);
    if ((length ^ complement) !== 0xffff || at + 4 + length > input.length) throw new InflateError("invalid");
    if (this.written + length > this.output.length) throw new InflateError("too_long");
    this.output.set(input.subarray(at + 4, at + 4 + length), this.written);
    this.written += length;
    this.at = at + 4 + length;
  }

  private readCodes(): readonly [literals: PrefixCodes, distances: PrefixCodes] {
    const literalCount = this.take(5) + 257;
    const distanceCount = this.take(5) + 1;
    const lengthCount = this.take(4) + 4;
    if (literalCount > 286 || distanceCount > 30) throw new InflateError("invalid");

    const { lengths } = this;
    lengths.fill(0, 0, 19);
    for (let i = 0; i < lengthCount; i++) lengths[CODE_LENGTH_ORDER[i]!] = this.take(3);
    this.lengthCodes.set(lengths, 0, 19, "complete");
    this.readLengths(literalCount + distanceCount);
    if (lengths[256] === 0) throw new InflateError("invalid");
    return [
      this.literals.set(lengths, 0, literalCount, "or_single"),
      this.distances.set(lengths, literalCount, literalCount + distanceCount, "or_none"),
    ];
  }

  private readLengths(count: number): void {
    const { lengths } = this;
    for (let i = 0; i < count;) {
      const symbol = this.takeSymbol(this.lengthCodes);
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) throw new InflateError("invalid");
      const value = symbol === 16 ? lengths[i - 1]! : 0;
      const repeat = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
      if (i + repeat > count) throw new InflateError("invalid");
      lengths.fill(value, i, i + repeat);
      i += repeat;
    }
  }

  private takeSymbol(codes: PrefixCodes): number {
    while (this.bitCount < MAX_CODE_BITS && this.at < this.input.length) {
      this.bits |= this.input[this.at++]! << this.bitCount;
      this.bitCount += 8;
    }
    const found = codes.table[this.bits & codes.mask]! || codes.findLong(this.bits);
    const length = found & 15;
    if (length > this.bitCount) throw new InflateError("invalid");
    this.bits >>>= length;
    this.bitCount -= length;
    return found >> 4;
  }

  /**
   * The hot loop; it works on local variables only.
   * @returns whether the block ended before `pauseAt` bytes were written
   */
  private inflateBlock(literals: PrefixCodes, distances: PrefixCodes, pauseAt: number): boolean {
    const { input, output } = this;
    const inputEnd = input.length;
    const outputEnd = output.length;
    const literalTable = literals.table;
    const literalMask = literals.mask;
    const distanceTable = distances.table;
    const distanceMask = distances.mask;
    let { at, bits, bitCount, written } = this;

    let ended = false;
    while (written < pauseAt) {
      // 15 bits of code and 5 of length. At most 27 bits are buffered, which fits an int32.
      while (bitCount < 20 && at < inputEnd) {
        bits |= input[at++]! << bitCount;
        bitCount += 8;
      }
      let found = literalTable[bits & literalMask]! || literals.findLong(bits);
      let used = found & 15;
      if (used > bitCount) throw new InflateError("invalid");
      bits >>>= used;
      bitCount -= used;
      const symbol = found >> 4;
      if (symbol < 256) {
        if (written >= outputEnd) throw new InflateError("too_long");
        output[written++] = symbol;
        continue;
      }
      if (symbol === 256) {
        ended = true;
        break;
      }
      if (symbol > 285) throw new InflateError("invalid");
      used = LENGTH_EXTRA[symbol - 257]!;
      if (used > bitCount) throw new InflateError("invalid");
      const length = LENGTH_BASE[symbol - 257]! + (bits & ((1 << used) - 1));
      bits >>>= used;
      bitCount -= used;

      while (bitCount < 15 && at < inputEnd) {
        bits |= input[at++]! << bitCount;
        bitCount += 8;
      }
      found = distanceTable[bits & distanceMask]! || distances.findLong(bits);
      used = found & 15;
      if (used > bitCount) throw new InflateError("invalid");
      bits >>>= used;
      bitCount -= used;
      const distanceSymbol = found >> 4;
      if (distanceSymbol > 29) throw new InflateError("invalid");
      used = DISTANCE_EXTRA[distanceSymbol]!;
      while (bitCount < used && at < inputEnd) {
        bits |= input[at++]! << bitCount;
        bitCount += 8;
      }
      if (used > bitCount) throw new InflateError("invalid");
      const distance = DISTANCE_BASE[distanceSymbol]! + (bits & ((1 << used) - 1));
      bits >>>= used;
      bitCount -= used;

      if (distance > written) throw new InflateError("invalid");
      if (written + length > outputEnd) throw new InflateError("too_long");
      // Byte by byte: source and target overlap where deflate repeats a pattern.
      for (const stop = written + length; written < stop; written++)
        output[written] = output[written - distance]!;
    }
    this.at = at;
    this.bits = bits;
    this.bitCount = bitCount;
    this.written = written;
    return ended;
  }
}

function fillBases(): void {
  let length = 3;
  for (let i = 0; i < 28; i++) {
    LENGTH_EXTRA[i] = i < 8 ? 0 : (i >> 2) - 1;
    LENGTH_BASE[i] = length;
    length += 1 << LENGTH_EXTRA[i]!;
  }
  LENGTH_BASE[28] = 258;
  let distance = 1;
  for (let i = 0; i < 30; i++) {
    DISTANCE_EXTRA[i] = i < 4 ? 0 : (i >> 1) - 1;
    DISTANCE_BASE[i] = distance;
    distance += 1 << DISTANCE_EXTRA[i]!;
  }
}
