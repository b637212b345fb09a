/**
 * Files as they lie in the package: each is inflated when it is first asked for, so a large package starts before it is
 * unpacked. Page and workers share this. The host has checked what is here or is doing so; what does not inflate is empty, and
 * the host ends the run with a word about it.
 */
import { inflateExactly, inflateInSteps } from "@/lib/package/inflate";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import type { PackedEntry } from "@/lib/sandbox/protocol/to-frame";

/** Gives the packed bytes of a range, at once. */
export type PackedBytes = (at: number, length: number) => Uint8Array<ArrayBuffer>;

/** Some ten milliseconds of inflating. */
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

  /** The file's bytes, which the caller keeps from now on; a view of the package where they are stored as they are. */
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

  /** Inflates with pauses what is large; `keep` gets the bytes unless somebody took the file meanwhile. */
  async prepare(name: string, keep: (bytes: Uint8Array<ArrayBuffer>) => void): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry?.[4] || entry[3] <= STEP_BYTES) return;
    const between = (): Promise<void> => new realm.Promise((resolve) => realm.queueTask(resolve));
    const packed = this.#bytes(entry[1], entry[2]);
    const bytes = await inflateInSteps(packed, entry[3], { stepBytes: STEP_BYTES, between }).catch(
      () => null,
    );
    if (!bytes || !this.#entries.delete(name)) return;
    keep(bytes);
  }
}
