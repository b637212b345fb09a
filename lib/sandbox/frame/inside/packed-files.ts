/**
 * Files in their compressed form: each is inflated on first use, so a large package starts before it is fully unpacked. Shared
 * by the page and workers. The host checks the same bytes, possibly at the same time; a file that cannot be inflated reads as
 * empty here, and the host ends the run with an error.
 */
import { inflateExactly, inflateInSteps } from "@/lib/package/inflate";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import type { PackedEntry } from "@/lib/sandbox/protocol/to-frame";

/** Returns the packed bytes of a range, synchronously. */
export type PackedBytes = (at: number, length: number) => Uint8Array<ArrayBuffer>;

/** Takes about ten milliseconds to inflate. */
const STEP_BYTES = 1024 * 1024;

export class PackedFiles {
  readonly #entries: Map<string, PackedEntry>;
  readonly #bytes: PackedBytes;

  constructor(entries: readonly PackedEntry[], bytes: PackedBytes) {
    this.#entries = new Map(entries.map((entry) => [entry[0], entry]));
    this.#bytes = bytes;
  }

  entries(): PackedEntry[] {
    return [...this.#entries.values()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Removes the file and returns its bytes. For a file stored without compression they are a view of the package. */
  take(name: string): Uint8Array<ArrayBuffer> {
    const [, at, packedSize, size, deflated] = this.#entries.get(name)!;
    this.#entries.delete(name);
    const packed = this.#bytes(at, packedSize);
    if (!deflated) return packed;
    try {
      return inflateExactly(packed, size);
    } catch {
      return new Uint8Array();
    }
  }

  /** Inflates a large file in steps; `keep` receives the bytes unless the file was taken meanwhile. */
  async inflate(name: string, keep: (bytes: Uint8Array<ArrayBuffer>) => void): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry?.[4] || entry[3] <= STEP_BYTES) return;
    const pause = (): Promise<void> => new realm.Promise((resolve) => realm.queueTask(resolve));
    const packed = this.#bytes(entry[1], entry[2]);
    const bytes = await inflateInSteps(packed, entry[3], { stepBytes: STEP_BYTES, between: pause }).catch(
      () => null,
    );
    if (!bytes || !this.#entries.delete(name)) return;
    keep(bytes);
  }
}
