import { createHash } from "node:crypto";

/** For a transaction: rows have the same text on every server, whatever it is set to. */
export const SAME_TEXT = `
  SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, MDY'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`;

const NEWLINE = 10;
const LIMIT = 2 ** 48;

/** A digest of the lines that COPY writes, whatever their order. COPY writes a line break within a value as `\n`. */
export class RowDigest {
  #rest = Buffer.alloc(0);
  #count = 0;
  // Sums of hashes, of which each fits in a number.
  #sums = [0, 0];

  add(bytes) {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let from = 0;
    for (let to = all.indexOf(NEWLINE); to !== -1; to = all.indexOf(NEWLINE, from)) {
      const hash = createHash("sha256").update(all.subarray(from, to)).digest();
      this.#sums = this.#sums.map((sum, at) => (sum + hash.readUIntBE(6 * at, 6)) % LIMIT);
      this.#count++;
      from = to + 1;
    }
    this.#rest = Buffer.from(all.subarray(from));
  }

  toString() {
    return [this.#count, ...this.#sums, this.#rest.length].join(" ");
  }
}
