/**
 * One writer at a time. A writer is a browser: its tabs share an app's data, so they count as one. A browser that opens an
 * app takes it over; the one before may save a last time and let go, or its saves are refused.
 */
export type WriterHead = {
  /** Counts the accepted saves. */
  revision: number;
  /** The browser that took the app over last; null if that is unknown. */
  writer: string | null;
  /** The writer's own saves must be based on this revision or a later one. */
  writerSince: number;
  /** Whether the writer has the app open, as far as the server knows. */
  isOpen: boolean;
  /** The ids of the last saves, oldest first. The last one is empty if that save had none, and `=4` after a swap of data. */
  saves: readonly string[];
};

/** A page that ended before the answer came asks soon after. */
const SAVES_MAX = 20;
export const SUPERSEDED_MAX = 10;

export type Save = {
  writer?: string | undefined;
  /** The revision that the save is based on. Without one, a save is never refused. */
  base?: number | undefined;
  /** The writer's last save: the app closes there. */
  release?: boolean | undefined;
  /** Left by an earlier run: refused if anybody has saved since, the same browser too. */
  left?: boolean | undefined;
  /** Names the save, so that a browser that never got the response can detect that it arrived. */
  saveId?: string | undefined;
  /** Earlier saves, all of whose changes are in this one. Some may have arrived; the others must not any more. */
  supersedes?: readonly string[] | undefined;
};

/**
 * Whether another writer has saved since the revision that this save is based on, or has the app open now. In the second
 * case only the revision is still the same, and a last save is accepted.
 */
export function isRefused(head: WriterHead, save: Save): boolean {
  const { writer, release, left } = save;
  const base = isOnTop(head, save) ? head.revision : save.base;
  if (base === undefined) return false;
  const isWriter = writer !== undefined && writer === head.writer;
  if (base < (isWriter && !left ? head.writerSince : head.revision)) return true;
  return !isWriter && head.isOpen && !release;
}

/** Whether nobody has saved since an earlier attempt at this save arrived, or since the data that it is based on came back. */
function isOnTop(head: WriterHead, { saveId, supersedes = [], base }: Save): boolean {
  const last = head.saves.at(-1);
  if (!last) return false;
  if (last.startsWith(SWAPPED)) return base !== undefined && base >= unchangedSince(head);
  return last === saveId || supersedes.includes(last);
}

const SWAPPED = "=";

/** The revision from which on the data is what it is now. */
export function unchangedSince({ saves, revision }: Pick<WriterHead, "saves" | "revision">): number {
  const last = saves.at(-1) ?? "";
  return last.startsWith(SWAPPED) ? Number(last.slice(SWAPPED.length)) : revision;
}

/** The head after other data has been put in place, which was last changed at the revision `since`. */
export function afterSwap<Head extends WriterHead>(before: Head, since: number | null): Head {
  const head = afterSave(before, {});
  return since === null
    ? head
    : { ...head, saves: [...before.saves, `${SWAPPED}${since}`].slice(-SAVES_MAX) };
}

/** Whether the save, or a later one with all its changes, has arrived before. */
export function hasArrived({ saves }: Pick<WriterHead, "saves">, { saveId }: Pick<Save, "saveId">): boolean {
  return saveId !== undefined && saves.includes(saveId);
}

/** The head after an accepted save. */
export function afterSave<Head extends WriterHead>(before: Head, save: Save): Head {
  const { writer, release = false, saveId = "", supersedes = [] } = save;
  // Only the last request of a save has its id, and only then have all changes arrived.
  const late = saveId ? supersedes.filter((id) => !before.saves.includes(id)) : [];
  const named = [...before.saves, ...late, saveId].filter(Boolean).slice(-SAVES_MAX);
  const saves = saveId ? named : [...named, ""];
  const head = { ...before, saves };
  const revision = head.revision + 1;
  if (writer === undefined) return { ...head, revision, writer: null, writerSince: revision, isOpen: false };
  if (writer === head.writer) return { ...head, revision, isOpen: !release };
  // The previous writer's last save: the current one must read it before it saves.
  if (head.isOpen) return { ...head, revision, writerSince: revision };
  return { ...head, revision, writer, writerSince: head.revision, isOpen: !release };
}

/** The head after a browser has claimed the app. */
export function afterClaim<Head extends WriterHead>(head: Head, writer: string): Head {
  if (writer === head.writer) return { ...head, isOpen: true };
  return { ...head, writer, writerSince: head.revision, isOpen: true };
}

/** The head after a browser has closed the app without a change. */
export function afterRelease<Head extends WriterHead>(head: Head, writer: string | undefined): Head {
  return writer !== undefined && writer === head.writer ? { ...head, isOpen: false } : head;
}

const DEVICES = ["phone", "tablet", "computer"] as const;
export type Device = (typeof DEVICES)[number];

export const SAVE_ID_PATTERN = /^[\w-]{22}$/;

/** A writer's id: the kind of device, which is shown to its owner, and a random suffix. */
export const WRITER_PATTERN = /^(?:phone|tablet|computer):[\w-]{22}$/;

export function deviceOf(writer: string | null): Device | null {
  return DEVICES.find((device) => writer?.startsWith(`${device}:`)) ?? null;
}
