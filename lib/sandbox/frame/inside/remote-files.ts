/**
 * Files of a large package that the host fetches when the app asks for them. What cannot wait for one, such as a synchronous
 * request, makes the host start the app again with the whole package.
 */
import { crc32 } from "@/lib/package/crc32";
import { inflateInSteps } from "@/lib/package/inflate";
import { askHost, sendLastToHost } from "@/lib/sandbox/frame/inside/channel";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import { FILES_ASKED_MAX } from "@/lib/sandbox/protocol/limits";
import type { RemoteEntry, SentFile } from "@/lib/sandbox/protocol/to-frame";

/** Takes about ten milliseconds to inflate. */
const STEP_BYTES = 1024 * 1024;

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
  readonly #arriving = new Map<string, Promise<void>>();
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
  fetch(name: string): Promise<void> {
    const arriving = this.#arriving.get(name);
    if (arriving) return arriving;
    const fetching = this.#fetch(this.#entries.get(name)!).finally(() => this.#arriving.delete(name));
    this.#arriving.set(name, fetching);
    return fetching;
  }

  async #fetch([name, size, isDeflated, crc]: RemoteEntry): Promise<void> {
    if (this.#asked >= FILES_ASKED_MAX)
      await new realm.Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#asked += 1;
    try {
      const sent = (await askHost((id) => ({ type: "file", id, name }))) as SentFile;
      const packed = new Uint8Array(sent.bytes, sent.at, sent.length);
      const bytes = isDeflated
        ? await inflateInSteps(packed, size, { stepBytes: STEP_BYTES, between: pause })
        : packed;
      if ((await checksum(bytes)) !== crc) throw new Error("The file is damaged.");
      this.#keep(name, bytes);
      this.#entries.delete(name);
    } catch {
      throw new TypeError("Failed to fetch");
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#asked -= 1;
    }
  }

  /** Asks for a start with the whole package. @returns what to throw */
  startAgain(): Error {
    beforeStartingAgain();
    sendLastToHost({ type: "needWhole" });
    return new StartsAgain("The app starts again with all of its files.");
  }
}

const pause = (): Promise<void> => new realm.Promise((resolve) => realm.queueTask(resolve));

async function checksum(bytes: Uint8Array): Promise<number> {
  let crc = 0;
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    if (at > 0) await pause();
    crc = crc32(bytes.subarray(at, at + STEP_BYTES), crc);
  }
  return crc;
}
