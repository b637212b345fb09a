/** Held by the tab that writes an app's data on this device. */
export class AppLock {
  readonly #name: string;
  readonly #ended = new AbortController();
  #isTaken = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Resolves when the lock is held or the time is over. */
  async waitFor(ms: number): Promise<void> {
    const late = AbortSignal.timeout(ms);
    await new Promise<void>((resolve) => {
      late.addEventListener("abort", () => resolve());
      this.take(resolve);
    });
  }

  /** Holds it as soon as it is free. */
  take(onTaken = (): void => undefined): void {
    if (this.#isTaken || !("locks" in navigator)) return onTaken();
    this.#isTaken = true;
    const { signal } = this.#ended;
    navigator.locks
      .request(this.#name, { signal }, () => {
        onTaken();
        return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      })
      .catch(() => onTaken());
  }

  release(): void {
    this.#ended.abort();
  }
}
