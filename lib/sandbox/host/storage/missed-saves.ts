/** The saves of others whose data a tab lacks, as far as it knows. */
export class MissedSaves {
  #newest: number | null = null;
  /** Than what this tab has not saved yet, which must not replace them. */
  mayBeNewer = false;

  get any(): boolean {
    return this.#newest !== null;
  }

  add(revision: number, mayBeNewer: boolean): void {
    this.#newest = Math.max(this.#newest ?? 0, revision);
    this.mayBeNewer ||= mayBeNewer;
  }

  /** The tab has all data of this revision; others may have saved since. */
  haveAll(revision: number): void {
    this.mayBeNewer = false;
    if (this.#newest !== null && this.#newest <= revision) this.#newest = null;
  }
}
