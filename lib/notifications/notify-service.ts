import "server-only";
import { uuidv7 } from "uuidv7";
import type { NotificationKind } from "./kinds";
import { idAt } from "@/lib/shared/time-id";
import type { Db } from "@/lib/db/client";
import { inReplica } from "@/lib/db/replica";
import { queuePushes } from "@/lib/push/queue-service";
import { eventBus, type LiveEvent } from "@/lib/realtime/event-bus.server";
import { hasMutedWord } from "@/lib/search/muted-words";
import {
  findMutedWords,
  insertNotifications,
  insertOwnNotice,
  insertRoomNotices,
  type NewOwnNotice,
  type NewRoomNotice,
} from "./repository";
import { runLater } from "@/lib/infra/late-work";

type NotificationInput = {
  kind: NotificationKind;
  actorId: string;
  userIds: string[];
  postId?: string;
  commentId?: string;
  appId?: string;
  /** The text that the actor wrote: people who muted a word in it are not notified. */
  text?: string;
  /** When it happened; now by default. */
  at?: Date;
};

/** Queues the push messages of stored notifications. @returns their events */
async function announce(
  notified: { id: string; userId: string }[],
  kind: NotificationKind,
  tx?: Db,
): Promise<LiveEvent[]> {
  await queuePushes(
    notified.map(({ id }) => id),
    tx,
  );
  return notified.map(({ id, userId }) => ({ type: "notification", userId, id, kind }));
}

/**
 * Stores notifications in the caller's transaction.
 * @returns what to publish once the transaction is committed
 */
export async function notify(
  { userIds, at, text, ...input }: NotificationInput,
  tx?: Db,
): Promise<LiveEvent[]> {
  let others = userIds.filter((id) => id !== input.actorId);
  if (text && others.length > 0) {
    const muting = await findMutedWords(others, tx);
    const left = new Set(
      muting.filter(({ mutedWords }) => hasMutedWord(text, mutedWords)).map(({ id }) => id),
    );
    others = others.filter((id) => !left.has(id));
  }
  if (others.length === 0) return [];
  const notified = await insertNotifications(
    {
      ...input,
      createdAt: at ?? new Date(),
      recipients: others.map((userId) => ({ id: at ? idAt(at) : uuidv7(), userId })),
    },
    tx,
  );
  return announce(notified, input.kind, tx);
}

/**
 * Stores what an app says in a room, in the caller's transaction.
 * @returns what to publish once the transaction is committed
 */
export async function notifyRoom(
  {
    recipients,
    ...notice
  }: Omit<NewRoomNotice, "recipients"> & { recipients: [userId: string, text: string][] },
  tx: Db,
): Promise<LiveEvent[]> {
  if (recipients.length === 0) return [];
  const named = recipients.map(([userId, text]) => ({ id: uuidv7(), userId, text }));
  const notified = await insertRoomNotices({ ...notice, recipients: named }, tx);
  return announce(notified, "room", tx);
}

/**
 * Stores a notification from the instance, in the caller's transaction; see insertOwnNotice.
 * @returns the event to publish after the commit
 */
export async function notifyFromInstance(notice: Omit<NewOwnNotice, "id">, tx: Db): Promise<LiveEvent[]> {
  const { kind, userId } = notice;
  const id = uuidv7();
  await insertOwnNotice({ id, ...notice }, tx);
  return announce([{ id, userId }], kind, tx);
}

/** What hides something at once, and what nobody reads from the replica. All else waits for it. */
const AT_ONCE: ReadonlySet<LiveEvent["type"]> = new Set([
  "relations",
  "privacy",
  "app_gone",
  "sessions_ended",
  "unread",
  "app_storage",
  "project",
  "watch",
  "room",
  "room_removed",
  "room_people",
  "row",
] as const);

/** Publishes events to the live streams. Call it after the commit. */
export function publish(...events: LiveEvent[]): void {
  const [atOnce, rest] = [true, false].map((now) => events.filter(({ type }) => AT_ONCE.has(type) === now));
  for (const event of atOnce!) send(event);
  const ready = rest!.length > 0 ? inReplica() : null;
  if (!ready) rest!.forEach(send);
  else
    runLater(
      ready.then(() => rest!.forEach(send)),
      "could not publish events",
    );
}

function send(event: LiveEvent): void {
  const published = eventBus().publish(event);
  if (published) runLater(published, "could not publish an event");
}
