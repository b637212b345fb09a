/** An app that navigates more often than this is stopped. */
const NAVIGATIONS_MAX = 20;
const NAVIGATIONS_MS = 10_000;

export class NavigationMeter {
  #times: number[] = [];

  /** Counts a navigation. @returns false for one too many */
  take(now: number): boolean {
    this.#times = [...this.#times.filter((time) => now - time < NAVIGATIONS_MS), now];
    return this.#times.length <= NAVIGATIONS_MAX;
  }
}
