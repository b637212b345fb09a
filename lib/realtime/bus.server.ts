import "server-only";
import type { NotificationKind } from "@/lib/notifications/rules";

/** What happened, told after it was committed. Who may hear of it is decided where it is heard. */
export type LiveEvent =
  | { type: "post"; id: string; authorId: string }
  | { type: "post_deleted"; id: string; authorId: string }
  /** `countedAt`: when the database counted. What was counted later may be told earlier. */
  | { type: "counts"; postId: string; authorId: string; likes: number; comments: number; countedAt: number }
  | { type: "comment"; postId: string; postAuthorId: string; commentId: string; authorId: string }
  | { type: "comment_deleted"; postId: string; postAuthorId: string; commentId: string }
  | { type: "notification"; userId: string; id: string; kind: NotificationKind }
  | { type: "unread"; userId: string }
  | { type: "relations"; userId: string }
  /** Some events may not have been heard: who listens begins anew. */
  | { type: "gap" };

export type Listener = (event: LiveEvent) => void;

/** Carries events from the service where something happened to the streams that tell it. */
export type EventBus = {
  /**
   * Never throws: what happened has happened, whether anybody hears of it or not.
   * @returns settles when the other processes were told, or could not be; null where there are none
   */
  publish(event: LiveEvent): Promise<void> | null;
  /** @returns a function that ends the subscription */
  subscribe(listener: Listener): () => void;
  /** Resolves when what happens from now on is heard; never rejects. */
  ready(): Promise<void>;
};

/** A bus within this process. */
export function localBus(): EventBus & { publish(event: LiveEvent): null } {
  const listeners = new Set<Listener>();
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch {
          // One stream's fault is not the others'.
        }
      }
      return null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready: () => Promise.resolve(),
  };
}
