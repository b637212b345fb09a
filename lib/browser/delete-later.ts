import { api } from "./api";
import { API_BASE } from "@/lib/config/env.client";

/** Deletions that wait until they can no longer be taken back, by their address. */
const leaving = new Map<
  string,
  { timer: ReturnType<typeof setTimeout>; now: (keepalive?: boolean) => void }
>();

if (typeof window !== "undefined") {
  // The page goes: what was deleted is deleted.
  addEventListener("pagehide", () => leaving.forEach(({ now }) => now(true)));
}

type LaterDeletion = {
  path: string;
  delayMs: number;
  /** Puts what was taken off the screen back. */
  restore: () => void;
  onDone?: () => void;
  onFailure: (error: unknown) => void;
};

/** @returns a function that takes the deletion back */
export function deleteLater({ path, delayMs, restore, onDone, onFailure }: LaterDeletion): () => void {
  const now = (keepalive = false) => {
    clearTimeout(leaving.get(path)?.timer);
    leaving.delete(path);
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
  leaving.set(path, { timer: setTimeout(() => now(), delayMs), now });
  return () => {
    clearTimeout(leaving.get(path)?.timer);
    if (leaving.delete(path)) restore();
  };
}

export type Deletion = { id: string; delayMs: number; onFailure: (error: unknown) => void };
