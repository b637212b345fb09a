import { InflateError } from "./inflate-error";

export const MAX_CODE_BITS = 15;
const MAX_TABLE_BITS = 10;

export type CodeRule = "complete" | "or_single" | "or_none";

/** One set of prefix codes: a table for short codes, canonical order for the rest. Blocks reuse its memory. */
export class PrefixCodes {
  /** Indexed by the next bits: symbol << 4 | length; 0 if the code is invalid or too long for the table. */
  readonly table = new Uint16Array(1 << MAX_TABLE_BITS);
  mask = 0;
  /** The number of codes per length, and their symbols in order of code. */
  private readonly counts = new Uint16Array(MAX_CODE_BITS + 1);
  private readonly next = new Uint16Array(MAX_CODE_BITS + 2);
  private readonly symbols: Uint16Array;

  constructor(maxSymbols: number) {
    this.symbols = new Uint16Array(maxSymbols);
  }

  /**
   * Sets the code lengths `lengths[from..to)`. They must be complete; but with `or_single` (literals) one code of one bit
   * is allowed, with `or_none` (distances) also no code.
   * @throws InflateError
   */
  set(lengths: Uint8Array, from: number, to: number, rule: CodeRule): this {
    const { counts, next, symbols } = this;
    counts.fill(0);
    for (let i = from; i < to; i++) counts[lengths[i]!]!++;
    const used = to - from - counts[0]!;
    counts[0] = 0;

    next[1] = 0;
    let free = 1;
    let longest = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      free = free * 2 - counts[length]!;
      if (free < 0) throw new InflateError("invalid");
      if (counts[length]! > 0) longest = length;
      next[length + 1] = next[length]! + counts[length]!;
    }
    const excused = (rule !== "complete" && longest === 1) || (rule === "or_none" && longest === 0);
    if (free > 0 && !excused) throw new InflateError("invalid");

    for (let i = from; i < to; i++) {
      const length = lengths[i]!;
      if (length > 0) symbols[next[length]!++] = i - from;
    }
    // About four places per code: filling the table costs no more than the block's codes justify.
    this.fillTable(Math.min(longest, MAX_TABLE_BITS, 33 - Math.clz32(used)));
    return this;
  }

  private fillTable(tableBits: number): void {
    const { table, counts, symbols } = this;
    const size = 1 << tableBits;
    this.mask = size - 1;
    table.fill(0, 0, size);
    let code = 0;
    let index = 0;
    for (let length = 1; length <= tableBits; length++) {
      code <<= 1;
      for (let n = counts[length]!; n > 0; n--, code++, index++) {
        const entry = (symbols[index]! << 4) | length;
        for (let place = reverseBits(code, length); place < size; place += 1 << length) table[place] = entry;
      }
    }
  }

  /** Decodes a code that is not in the table bit by bit. @returns symbol << 4 | length */
  findLong(bits: number): number {
    const { counts, symbols } = this;
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      code |= bits & 1;
      bits >>>= 1;
      const count = counts[length]!;
      if (code - count < first) return (symbols[index + (code - first)]! << 4) | length;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new InflateError("invalid");
  }
}

/** Codes are packed most significant bit first, everything else least significant bit first. */
function reverseBits(value: number, count: number): number {
  let reversed = 0;
  for (let i = 0; i < count; i++) reversed |= ((value >> i) & 1) << (count - 1 - i);
  return reversed;
}
