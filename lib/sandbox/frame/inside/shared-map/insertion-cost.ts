import * as Y from "yjs";
import { INSERTION_STEPS_MAX } from "./limits";

/**
 * Whether Yjs finds the places of an update's items in few steps. It walks over what others have put into the same gap, which
 * for honest clients is what they had not seen yet; naming the same wide gap for many items would stall every client.
 * @param doc what the log has said, without the update
 */
export function isCheapToInsert(structs: readonly (Y.Item | Y.GC | Y.Skip)[], doc: Y.Doc): boolean {
  const walks = new Walks(doc);
  let steps = 0;
  for (const struct of structs) {
    if (struct instanceof Y.Item) steps += walks.of(struct);
    if (steps > INSERTION_STEPS_MAX) return false;
  }
  return true;
}

class Walks {
  readonly #doc: Y.Doc;
  readonly #known: (client: number) => number;
  /** By gap: its steps. */
  readonly #gaps = new Map<string, number>();
  /** The update's own items, in the order of their clocks. */
  readonly #own: { clock: number; steps: number }[] = [];

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    this.#known = (client) => Y.getState(doc.store, client);
  }

  of(item: Y.Item): number {
    const { origin, rightOrigin } = item;
    let steps: number;
    // Behind an item of the same update there are only such.
    if (this.#isOwn(origin)) steps = 1;
    // In front of one there is what stands in front of that one.
    else if (this.#isOwn(rightOrigin)) steps = this.#stepsOf(rightOrigin!);
    else steps = this.#walk(item);
    this.#own.push({ clock: item.id.clock, steps });
    return steps;
  }

  #isOwn(id: Y.ID | null): boolean {
    return id !== null && id.clock >= this.#known(id.client);
  }

  #stepsOf({ clock }: Y.ID): number {
    let [from, to] = [0, this.#own.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (this.#own[middle]!.clock <= clock) from = middle;
      else to = middle;
    }
    return this.#own[from]?.steps ?? 1;
  }

  #walk({ origin, rightOrigin, parent, parentSub }: Y.Item): number {
    const name = `${nameOf(origin)} ${nameOf(rightOrigin)} ${String(parent)} ${parentSub ?? ""}`;
    let steps = this.#gaps.get(name);
    if (steps === undefined)
      this.#gaps.set(name, (steps = this.#count(origin, rightOrigin, parent, parentSub)));
    return steps;
  }

  #count(origin: Y.ID | null, rightOrigin: Y.ID | null, parent: unknown, parentSub: string | null): number {
    // Counted by length: where items begin and end depends on what a client has merged.
    const right = rightOrigin && this.#itemAt(rightOrigin);
    const left = origin && this.#itemAt(origin);
    let steps = 1;
    if (left && rightOrigin && left === right) return steps + rightOrigin.clock - origin.clock;
    if (left) steps += left.id.clock + left.length - origin.clock;
    let item = origin ? (left?.right ?? null) : (right ?? this.#anyOf(String(parent), parentSub));
    for (; !origin && item?.left && steps <= INSERTION_STEPS_MAX; item = item.left) steps += item.left.length;
    for (; item && item !== right && steps <= INSERTION_STEPS_MAX; item = item.right) steps += item.length;
    return item && rightOrigin && item === right ? steps + rightOrigin.clock - item.id.clock : steps;
  }

  #itemAt(id: Y.ID): Y.Item | null {
    const found = Y.getItem(this.#doc.store, id) as Y.Item | Y.GC;
    return found instanceof Y.Item ? found : null;
  }

  #anyOf(root: string, key: string | null): Y.Item | null {
    const type = this.#doc.share.get(root);
    return (key === null ? type?._start : type?._map.get(key)) ?? null;
  }
}

const nameOf = (id: Y.ID | null): string => (id ? `${id.client}:${id.clock}` : "-");
