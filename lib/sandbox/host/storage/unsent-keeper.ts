/** Keeps what a mirror could not save in this browser, again after each change until it is saved. */
import { randomPersonId } from "@/lib/sandbox/host/storage/app-storage";
import {
  forgetUnsent,
  holdRun,
  keepUnsent,
  type UnsentRecord,
} from "@/lib/sandbox/host/storage/unsent-store";

const DELAY_MS = 300;
/** Each time copies all data: the larger it is, the less often. */
const BYTES_PER_MS = 1_000;

export class UnsentKeeper {
  readonly #runId = randomPersonId();
  readonly #read: () => Omit<UnsentRecord, "id" | "leftAt">;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isKeeping = false;

  constructor(read: () => Omit<UnsentRecord, "id" | "leftAt">, signal: AbortSignal) {
    this.#read = read;
    holdRun(this.#runId, signal);
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Whether something is kept that a save makes obsolete. */
  get isKeeping(): boolean {
    return this.#isKeeping;
  }

  later(bytes: number): void {
    this.#timer ??= setTimeout(() => void this.now(), DELAY_MS + bytes / BYTES_PER_MS);
  }

  /** Resolves to whether the browser could keep it. */
  async now(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isKeeping = true;
    return keepUnsent({ ...this.#read(), id: this.#runId, leftAt: Date.now() });
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isKeeping = false;
    void forgetUnsent(this.#runId);
  }
}
