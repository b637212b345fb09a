import { ROOM_MAX_BYTES } from "@/lib/config/limits";
import type { RoomSnapshot, RoomUpdate, RoomUpdateContent } from "./contract";
import { RoomRefusal } from "./refusal";
import { compactedUpTo, hasRoomFor, isCompactable } from "./rules";

type KeptUpdate = { update: RoomUpdate; bytes: number };
type KeptSnapshot = RoomSnapshot & { by: string; bytes: number };

const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
const sumOf = (kept: readonly { bytes: number }[]) => kept.reduce((sum, { bytes }) => sum + bytes, 0);

/** The log of a room in memory. It orders, refuses and compacts as the server does. */
export class LocalLog {
  readonly #ownerAddress: string;
  #updates: KeptUpdate[] = [];
  #snapshots: KeptSnapshot[] = [];
  #head = 0;
  #compacted = 0;
  #bytes = 0;

  constructor(ownerAddress: string) {
    this.#ownerAddress = ownerAddress;
  }

  /** The serial of the last update. */
  get head(): number {
    return this.#head;
  }

  /** Up to this serial only the snapshots have what happened. */
  get compacted(): number {
    return this.#compacted;
  }

  /** @throws RoomRefusal room_full */
  append(from: string, content: RoomUpdateContent, at: Date): RoomUpdate {
    const bytes = sizeOf(content);
    if (!hasRoomFor(this.#bytes, bytes))
      throw new RoomRefusal("room_full", `The room holds ${ROOM_MAX_BYTES / 1024 / 1024} MB.`);
    this.#head += 1;
    const update = { ...content, serial: this.#head, from, at: at.toISOString() };
    this.#updates.push({ update, bytes });
    this.#bytes += bytes;
    return update;
  }

  /** Those after a serial, up to another one. */
  updates(after: number, upTo = this.#head): RoomUpdate[] {
    // Serials have no gaps.
    const first = this.#compacted + 1;
    return this.#updates
      .slice(Math.max(0, after + 1 - first), Math.max(0, upTo + 1 - first))
      .map(({ update }) => update);
  }

  /** The newest, or the one before a serial. */
  snapshot(before = Infinity): RoomSnapshot | null {
    const found = this.#snapshots.findLast(({ serial }) => serial < before);
    return found ? { serial: found.serial, state: found.state } : null;
  }

  /** An older one than the stored one is ignored. @throws RoomRefusal validation_error */
  putSnapshot(by: string, { serial, state }: RoomSnapshot): void {
    if (serial > this.#head) throw new RoomRefusal("validation_error", "No update has this serial.");
    const last = this.#snapshots.at(-1);
    if (last && last.serial > serial) return;
    if (last?.serial !== serial) this.#snapshots.push({ serial, state, by, bytes: sizeOf(state) });
    const previous = last && last.serial < serial ? last.serial : 0;
    const upTo = compactedUpTo({
      bytes: this.#bytes,
      compacted: this.#compacted,
      serial,
      previous,
      isConfirmed: isCompactable(this.#bytes) && this.#isConfirmed(by, last?.by, previous),
    });
    this.#snapshots = this.#snapshots.filter((kept) => kept.serial === upTo || kept.serial === serial);
    this.#updates = this.#updates.filter(({ update }) => update.serial > upTo);
    this.#compacted = upTo;
    this.#bytes = sumOf(this.#updates) + sumOf(this.#snapshots);
  }

  /** Snapshots by a removed person, which may be false. Those that the log depends on stay. */
  dropSnapshotsOf(by: string): void {
    this.#snapshots = this.#snapshots.filter((kept) => kept.by !== by || kept.serial <= this.#compacted);
  }

  #isConfirmed(by: string, lastBy: string | undefined, previous: number): boolean {
    if (by === this.#ownerAddress || lastBy !== by) return true;
    return this.#updates.every(({ update }) => update.serial > previous || update.from === by);
  }
}
