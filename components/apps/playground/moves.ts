/** Which projects go on under another id: one that was changed elsewhere as well becomes a separate project. */
export class Moves {
  private readonly next = new Map<string, string>();

  add(from: string, to: string): void {
    if (this.last(to) !== this.last(from)) this.next.set(this.last(from), to);
  }

  /** The id that it has now. */
  last(id: string): string {
    let last = id;
    for (let to = this.next.get(last); to !== undefined; to = this.next.get(last)) last = to;
    return last;
  }

  /** Whether both are ids of one open project. */
  isSame(one: string, other: string): boolean {
    return this.last(one) === this.last(other);
  }

  /** Once another project is opened, the earlier ids name what they named before. */
  clear(): void {
    this.next.clear();
  }
}
