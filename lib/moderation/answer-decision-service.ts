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

/** Whether a moderator deletes the answer that somebody else gave to a review. */
export async function mayRemoveAnswer(viewerId: string, makerId: string, tx: Db): Promise<boolean> {
  const viewer = await findStanding(viewerId, tx);
  return viewer !== null && mayActOn(viewer, await findStanding(makerId, tx));
}

/**
 * Records that a moderator deleted a maker's answer, in the same transaction, and notifies the maker.
 * @returns the events to publish after the commit
 */
export async function recordRemovedAnswer(
  {
    actorId,
    personId,
    answer,
  }: { actorId: string; personId: string; answer: NonNullable<Snapshot["answer"]> },
  tx: Db,
): Promise<LiveEvent[]> {
  const of = { action: "remove_answer", subjectType: "user", subjectId: personId, personId } as const;
  const { appId, reviewId } = answer;
  const actorName = (await findName(actorId, tx)) ?? "";
  await insertAudit({ ...of, actorId, actorName, details: { appId, reviewId } }, tx);
  const maker = (await describeSubject(
    { type: "user", id: personId, reporterId: null },
    tx,
  )) as Snapshot | null;
  const id = uuidv7();
  const context = { ...maker, answer };
  await insertDecision({ ...of, id, reason: "other", message: "", until: null, context }, tx);
  return notifyFromInstance({ kind: "decision", userId: personId, decisionId: id }, tx);
}
