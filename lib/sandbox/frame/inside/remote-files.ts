/**
 * Files of a large package that the host fetches when the app asks for them. What cannot wait for one, such as a synchronous
 * request, makes the host start the app again with the whole package.
 */
import { ArrivingFile, failed } from "@/lib/sandbox/frame/inside/arriving-file";
import { askHost, sendLastToHost } from "@/lib/sandbox/frame/inside/channel";
import type { ArrivingBody } from "@/lib/sandbox/frame/inside/network/source";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import { FILES_ASKED_MAX } from "@/lib/sandbox/protocol/limits";
import type { RemoteEntry, SentPiece } from "@/lib/sandbox/protocol/to-frame";

/** Ends the script that cannot wait. The frame is about to be replaced, and nothing that the app does meanwhile counts. */
class StartsAgain extends Error {
  override name = "StartsAgain";
}

let beforeStartingAgain: () => void = () => {};

/** `work` saves what the app has not saved yet. */
export function onStartAgain(work: () => void): void {
  beforeStartingAgain = work;
}

export class RemoteFiles {
  readonly #entries = new Map<string, RemoteEntry>();
  readonly #arriving = new Map<string, Promise<ArrivingFile>>();
  readonly #keep: (name: string, bytes: Uint8Array<ArrayBuffer>) => void;
  readonly #waiting: (() => void)[] = [];
  #asked = 0;
  #isUsed = false;

  constructor(keep: (name: string, bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#keep = keep;
  }

  /** Whether the package has such files, or had. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  add(entries: readonly RemoteEntry[]): void {
    this.#isUsed ||= entries.length > 0;
    for (const entry of entries) this.#entries.set(entry[0], entry);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Resolves once the file is kept. Rejects with a TypeError, as a request does, if it does not arrive; it may be asked for again. */
  async fetch(name: string): Promise<void> {
    const file = await this.#arrive(name);
    await file.whole.catch(failed);
  }

  /** The same, but resolves once it begins to arrive. */
  async stream(name: string, signal: AbortSignal | null): Promise<ArrivingBody> {
    const file = await this.#arrive(name);
    return file.stream(signal).catch(failed);
  }

  #arrive(name: string): Promise<ArrivingFile> {
    const known = this.#arriving.get(name);
    if (known) return known;
    const arriving = this.#open(this.#entries.get(name)!);
    this.#arriving.set(name, arriving);
    return arriving;
  }

  async #open([name, size, isDeflated, crc]: RemoteEntry): Promise<ArrivingFile> {
    if (this.#asked >= FILES_ASKED_MAX)
      await new realm.Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#asked += 1;
    const file = new ArrivingFile(
      { size, isDeflated, crc },
      async (from) => (await askHost((id) => ({ type: "file", id, name, from }))) as SentPiece,
    );
    const close = (): void => {
      this.#arriving.delete(name);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#asked -= 1;
    };
    file.whole.then((bytes) => {
      this.#keep(name, bytes);
      this.#entries.delete(name);
      close();
    }, close);
    return file;
  }

  /** Asks for a start with the whole package. @returns what to throw */
  startAgain(): Error {
    beforeStartingAgain();
    sendLastToHost({ type: "needWhole" });
    return new StartsAgain("The app starts again with all of its files.");
  }
}
