import { api } from "./api";
import { API_BASE } from "@/lib/config/env.client";

/** Pending deletions by path. */
const pending = new Map<
  string,
  { timer: ReturnType<typeof setTimeout>; send: (keepalive?: boolean) => void }
>();

if (typeof window !== "undefined") {
  // Nobody can undo any more: delete now.
  addEventListener("pagehide", () => pending.forEach(({ send }) => send(true)));
}

type LaterDeletion = {
  path: string;
  delayMs: number;
  /** Puts the item back into the cache. */
  restore: () => void;
  onDone?: () => void;
  onFailure: (error: unknown) => void;
};

/** Sends a DELETE after `delayMs`, or when the page is left. @returns the undo */
export function deleteLater({ path, delayMs, restore, onDone, onFailure }: LaterDeletion): () => void {
  const send = (keepalive = false) => {
    clearTimeout(pending.get(path)?.timer);
    pending.delete(path);
    if (keepalive) {
      void fetch(`${API_BASE}${path}`, { method: "DELETE", credentials: "include", keepalive: true });
      return;
    }
    api(path, { method: "DELETE" }).then(onDone, (error: unknown) => {
      if ((error as { code?: string }).code === "not_found") return;
      restore();
      onFailure(error);
    });
  };
  pending.set(path, { timer: setTimeout(() => send(), delayMs), send });
  return () => {
    clearTimeout(pending.get(path)?.timer);
    if (pending.delete(path)) restore();
  };
}

export type Deletion = { id: string; delayMs: number; onFailure: (error: unknown) => void };
