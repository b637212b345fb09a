/** A file in memory, as a stream or an access handle changes it. */
import { CHUNK_BYTES, type FileChange } from "@/lib/sandbox/frame/inside/shared/file-service";

const SMALLEST = 4096;

export class FileBytes {
  #bytes: Uint8Array<ArrayBuffer>;
  #size: number;
  #isWhole: boolean;
  #isChanged: boolean;
  /** Indexes of chunks that differ from what is saved. */
  readonly #changed = new Set<number>();

  /** @param saved null to begin anew */
  constructor(saved: Uint8Array<ArrayBuffer> | null) {
    this.#bytes = saved ?? new Uint8Array();
    this.#size = this.#bytes.length;
    this.#isWhole = saved === null;
    this.#isChanged = saved === null;
  }

  get size(): number {
    return this.#size;
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** @returns how many bytes there were */
  read(into: Uint8Array, at: number): number {
    const found = this.#bytes.subarray(Math.min(at, this.#size), Math.min(at + into.length, this.#size));
    into.set(found);
    return found.length;
  }

  write(from: Uint8Array, at: number): void {
    if (from.length === 0) return;
    if (at + from.length > this.#size) this.resize(at + from.length);
    this.#bytes.set(from, at);
    this.#mark(at, at + from.length);
  }

  resize(size: number): void {
    if (size === this.#size) return;
    this.#isChanged = true;
    if (size < this.#size) {
      // What grows later is zero.
      this.#bytes.fill(0, size, this.#size);
      this.#mark(size, this.#size);
    } else if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(size, Math.min(this.#size * 2, this.#size + 2 ** 26), SMALLEST));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#size = size;
  }

  /** What is to be saved. */
  takeChange(): FileChange {
    const chunks: FileChange["chunks"] = [];
    for (const index of this.#changed) {
      const at = index * CHUNK_BYTES;
      if (at < this.#size)
        chunks.push([index, this.#bytes.slice(at, Math.min(at + CHUNK_BYTES, this.#size))]);
    }
    const change = { size: this.#size, chunks, isWhole: this.#isWhole };
    this.#changed.clear();
    this.#isWhole = false;
    this.#isChanged = false;
    return change;
  }

  /** Nothing of what is saved can be relied on. */
  markAll(): void {
    this.#isWhole = true;
    this.#mark(0, this.#size);
  }

  #mark(from: number, to: number): void {
    this.#isChanged = true;
    for (let index = Math.floor(from / CHUNK_BYTES); index * CHUNK_BYTES < to; index += 1)
      this.#changed.add(index);
  }
}
