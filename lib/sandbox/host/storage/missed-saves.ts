/** The saves of others whose data a tab lacks, as far as it knows. */
export class MissedSaves {
  #newest: number | null = null;
  /** Whether they may be newer than this tab's unsaved changes, which then must not overwrite them. */
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
