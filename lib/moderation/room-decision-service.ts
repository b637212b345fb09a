import "server-only";
import { uuidv7 } from "uuidv7";
import type { Db } from "@/lib/db/client";
import { notifyFromInstance } from "@/lib/notifications/notify-service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { insertAudit } from "./audit-repository";
import { insertDecision } from "./decision-repository";
import { describeSubject } from "./repository";
import { findName, findStanding } from "./role-repository";
import { mayActOn } from "./roles";
import type { Snapshot } from "./snapshot";

type Room = { id: string; appId: string; postId: string | null; ownerId: string };

/** Whether a moderator acts in somebody else's room, or on a member of it. */
export async function mayModerateRoom(viewerId: string, personId: string): Promise<boolean> {
  const viewer = await findStanding(viewerId);
  if (!viewer || viewer.role === "member") return false;
  return mayActOn(viewer, await findStanding(personId));
}

/**
 * Records what a moderator did in somebody else's room, in the same transaction, and notifies the person concerned.
 * @returns the events to publish after the commit
 */
export async function recordRoomAction(
  {
    actorId,
    action,
    room,
    personId = room.ownerId,
  }: {
    actorId: string;
    action: "close_room" | "open_room" | "remove_card" | "show_card" | "remove_member";
    room: Room;
    personId?: string;
  },
  tx: Db,
): Promise<LiveEvent[]> {
  const type = room.postId ? "post" : "app";
  const subjectId = room.postId ?? room.appId;
  const actorName = (await findName(actorId, tx)) ?? "";
  const details = { roomId: room.id };
  await insertAudit({ actorId, actorName, action, subjectType: type, subjectId, personId, details }, tx);
  if (action === "open_room" || action === "show_card") return [];
  const context = (await describeSubject({ type, id: subjectId, reporterId: null }, tx)) ?? {};
  const id = uuidv7();
  await insertDecision(
    {
      id,
      action,
      subjectType: type,
      subjectId,
      personId,
      reason: "other",
      message: "",
      until: null,
      context: context as Snapshot,
    },
    tx,
  );
  return notifyFromInstance({ kind: "decision", userId: personId, decisionId: id }, tx);
}
