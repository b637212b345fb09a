import { create } from "zustand";
import { useOnline } from "@/lib/browser/use-online";
import type { CommentSubject } from "@/lib/posts/comment-contract";
import type { NewPostDraft } from "@/lib/posts/draft-storage";
import type { DockedApp } from "@/lib/dock/rules";
import type { Toggle, ToggleKind } from "./changes.client";
import { isUnsent, queuedValue, withAdded, type Kept, type Problem } from "./rules";

export type OutboxChange =
  | Exclude<Toggle, { kind: "app-install" }>
  /** `app` is what the dock shows. */
  | (Extract<Toggle, { kind: "app-install" }> & { app: Pick<DockedApp, "name" | "icon"> })
  | { kind: "comment"; subject: CommentSubject; content: string }
  | ({ kind: "post" } & NewPostDraft);

export type OutboxEntry = Kept & OutboxChange;

type OutboxState = {
  userId: string | null;
  /** What the person did here that the server has not confirmed, oldest first. */
  entries: readonly OutboxEntry[];
  /** Counts what the person asked for in this tab. */
  asked: number;
  /** The last rejected entry; `isShown` if another tab shows the message. */
  refused: { entry: OutboxEntry; problem: Problem; isShown: boolean } | null;
};

/** What this person's browser keeps, in all its tabs. It survives a reload. */
export const useOutbox = create<OutboxState>()(() => ({
  userId: null,
  entries: [],
  asked: 0,
  refused: null,
}));

/** Another user's entries stay in the browser until that user is back. */
export function setOutboxUser(userId: string): void {
  if (useOutbox.getState().userId !== userId) useOutbox.setState({ userId, entries: [] });
}

const CHANNEL = "gum-outbox";
let channel: BroadcastChannel | undefined;
/** To and from the other tabs. */
export const outboxChannel = () => (channel ??= new BroadcastChannel(CHANNEL));

let running = 0;

/** IndexedDB is not needed before the first change. If its code cannot be loaded offline, changes wait in memory. */
async function loadStorage() {
  for (;;) {
    try {
      return await import("./entries-storage");
    } catch (error) {
      if (navigator.onLine) throw error;
      await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    }
  }
}

/** Changes the entries, here at once and then in the browser's storage. @returns the stored entries */
export async function changeOutbox(
  change: (entries: readonly OutboxEntry[]) => readonly OutboxEntry[],
): Promise<readonly OutboxEntry[]> {
  const { userId, entries } = useOutbox.getState();
  if (!userId) return entries;
  const changed = change(entries);
  if (changed !== entries) useOutbox.setState({ entries: changed });
  running++;
  try {
    const { changeEntries } = await loadStorage();
    const stored = await changeEntries(userId, change);
    // A later change that is not stored yet must not vanish from the screen.
    if (running === 1 && useOutbox.getState().userId === userId) useOutbox.setState({ entries: stored });
    return stored;
  } finally {
    running--;
    outboxChannel().postMessage({ type: "changed" });
  }
}

/** Reads what other tabs changed, or what an earlier visit left. */
export async function readOutbox(): Promise<void> {
  const { userId } = useOutbox.getState();
  if (!userId || running > 0) return;
  const { changeEntries } = await loadStorage();
  const entries = await changeEntries(userId, (stored) => stored);
  if (running === 0 && useOutbox.getState().userId === userId) useOutbox.setState({ entries });
}

/**
 * Queues a change. It shows at once and is sent once, in order, when the server can be reached.
 * @returns its client key
 */
export function queue(change: OutboxChange): string {
  const kept = { clientKey: crypto.randomUUID(), at: Date.now(), state: "waiting", tried: false } as const;
  const entry: OutboxEntry = { ...change, ...kept, problem: null };
  const { entries, asked } = useOutbox.getState();
  if (withAdded(entries, entry) === entries) {
    const problem = { code: "outbox_full", message: "", status: 0 };
    useOutbox.setState({ refused: { entry, problem, isShown: false } });
  } else {
    void changeOutbox((entries) => withAdded(entries, entry));
    useOutbox.setState({ asked: asked + 1 });
  }
  return entry.clientKey;
}

/** Drops a comment or post. A request in flight cannot be cancelled. */
export function cancelQueued(clientKey: string): void {
  void changeOutbox((entries) =>
    entries.filter((entry) => entry.clientKey !== clientKey || entry.state === "sending"),
  );
}

/** Sends a refused post again. */
export function retryQueued(clientKey: string): void {
  void changeOutbox((entries) =>
    entries.map((entry) =>
      entry.clientKey === clientKey ? { ...entry, state: "waiting", problem: null } : entry,
    ),
  );
  useOutbox.setState(({ asked }) => ({ asked: asked + 1 }));
}

/** Whether an entry waits for the connection, itself or behind another one. */
export function useIsWaiting({ state }: OutboxEntry): boolean {
  const online = useOnline();
  const isHeld = useOutbox(({ entries }) =>
    entries.some((entry) => isUnsent(entry) && entry.problem !== null),
  );
  return state === "waiting" && (!online || isHeld);
}

/** The queued value of a toggle, undefined if none is queued. */
export function useQueuedToggle(kind: ToggleKind, id: string): boolean | undefined {
  return useOutbox(({ entries }) => queuedValue(entries, kind, id));
}
