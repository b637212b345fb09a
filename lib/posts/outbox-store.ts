import { create } from "zustand";
import { outboxStorage, type StoredOutgoing } from "./draft-storage";

export type Outgoing = StoredOutgoing & {
  status: "sending" | "failed";
  /** As it was thrown. */
  error: unknown;
};

type OutboxState = {
  /** Newest first. */
  items: readonly Outgoing[];
  /** True once localStorage was read. */
  loaded: boolean;
};

/** Posts that the server has not confirmed yet. They survive a reload. */
export const useOutbox = create<OutboxState>()(() => ({ items: [], loaded: false }));

// Posts of this tab. Other stored posts belong to another tab or another person and are kept.
const own = new Set<string>();

function save(items: readonly Outgoing[]): void {
  for (const { clientKey } of items) own.add(clientKey);
  const others = (outboxStorage.read() ?? []).filter(({ clientKey }) => !own.has(clientKey));
  const stored = [...items.map(({ status: _status, error: _error, ...item }) => item), ...others];
  if (stored.length === 0) outboxStorage.remove();
  else outboxStorage.write(stored);
}

function set(change: (items: readonly Outgoing[]) => readonly Outgoing[]): void {
  const items = change(useOutbox.getState().items);
  useOutbox.setState({ items });
  save(items);
}

/** Reads the posts left from an earlier visit. They count as failed until they are sent again. */
export function loadOutbox(userId: string): void {
  if (useOutbox.getState().loaded) return;
  const stored = (outboxStorage.read() ?? []).filter((item) => item.userId === userId);
  for (const { clientKey } of stored) own.add(clientKey);
  useOutbox.setState({
    items: stored.map((item) => ({ ...item, status: "failed", error: null })),
    loaded: true,
  });
}

export function addOutgoing(item: StoredOutgoing): void {
  set((items) => [{ ...item, status: "sending", error: null }, ...items]);
}

export function removeOutgoing(clientKey: string): void {
  set((items) => items.filter((item) => item.clientKey !== clientKey));
}

export function markOutgoing(clientKey: string, status: Outgoing["status"], error: unknown = null): void {
  set((items) => items.map((item) => (item.clientKey === clientKey ? { ...item, status, error } : item)));
}
