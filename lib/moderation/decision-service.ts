import "server-only";
import type { z } from "zod";
import { uuidv7 } from "uuidv7";
import { inTransaction, type Db } from "@/lib/db/client";
import { logger } from "@/lib/infra/logger";
import { notifyFromInstance, publish } from "@/lib/notifications/notify-service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { insertAudit } from "./audit-repository";
import {
  findDecision,
  findSanctionEnd,
  insertDecision,
  lockDecisions,
  markUndone,
  setAnswer,
  type DecisionRecord,
} from "./decision-repository";
import {
  blockFrom,
  applyDecision,
  endAfter,
  takeAccount,
  revertDecision,
  type Effect,
} from "./effects-service";
import { mailDecision } from "./mail-service";
import { can, canReview, isUndoable } from "./policy";
import type { actBody, ActResponse, answerBody, CaseRef } from "./queue-contract";
import { resolveReports } from "./queue-repository";
import { findName, findStanding } from "./role-repository";
import { requireModerator } from "./role-service";
import { TIMED } from "./rules";
import { findSubject, type FoundSubject } from "./subject-service";

/**
 * Trust model. Untrusted: every viewer. Permissions depend on the roles that the database has inside the transaction
 * (policy.ts). A change, its audit entry and the person's notice are one transaction.
 */
type Act = z.output<typeof actBody>;

/**
 * Acts on a case, which closes its reports.
 * @returns the decision, if it can be undone
 * @throws AppError not_found for everybody but moderators; forbidden, conflict, validation_error
 */
export async function act({
  viewer,
  ref,
  body,
}: {
  viewer: Actor;
  ref: CaseRef;
  body: Act;
}): Promise<ActResponse> {
  const { events, afterwards, decisionId } = await inTransaction(async (tx) => {
    const actor = await requireModerator(viewer, tx);
    const { person } = await findSubject(ref, tx);
    if (person) await lockDecisions(person.id, tx);
    // Read again after the lock.
    const subject = await findSubject(ref, tx);
    if (!can(actor, body.action, subject)) throw new AppError("forbidden");
    const effect = await decide(actor.id, { subject, body }, tx);
    const waiting = await resolveReports({ ...ref, isUpheld: body.action !== "dismiss" }, tx);
    return { ...effect, events: [...effect.events, ...(await notifyReporters(waiting, tx))] };
  });
  publish(...events);
  await finish(afterwards);
  return { decisionId: decisionId ?? null };
}

async function decide(
  actorId: string,
  { subject, body }: { subject: FoundSubject; body: Act },
  tx: Db,
): Promise<Effect & { decisionId?: string }> {
  const { action, reason, message, note, days } = body;
  const { type, id, kept, person } = subject;
  const decisionId = uuidv7();
  const until = TIMED.has(action) ? endAfter(days) : null;
  if (action === "limit" && days === undefined)
    throw new AppError("validation_error", {
      message: "For how many days?",
      fields: [{ path: "days", code: "required", message: "For how many days?" }],
    });
  const audit = {
    actorId,
    actorName: (await findName(actorId, tx)) ?? "",
    action,
    subjectType: type,
    subjectId: id,
    personId: person?.id ?? null,
    reason,
    note,
    details: {
      ...(until && { until: until.toISOString() }),
      ...(action !== "dismiss" && { message }),
      ...(body.blockPackage && { blockPackage: true }),
      ...(body.blockHosts && { blockHosts: true }),
    },
  };
  await insertAudit(audit, tx);
  if (action === "dismiss" || !person) return { events: [] };
  if (action === "delete") {
    await mailDecision({ personId: person.id, action, reason, message, until }, tx);
    return takeAccount(person.id, tx);
  }
  const blocks = type === "app" && (body.blockPackage || body.blockHosts);
  const blocked = blocks ? await blockFrom(id, body, tx) : undefined;
  const decision = {
    id: decisionId,
    action,
    subjectType: type,
    subjectId: id,
    personId: person.id,
    reason,
    message,
    until,
    context: { ...kept, ...(blocked && { blocked }) },
  };
  await insertDecision(decision, tx);
  const effect = await applyDecision(decision, tx);
  const notices = await notifyFromInstance({ kind: "decision", userId: person.id, decisionId }, tx);
  // Suspended people cannot read notices in the product.
  if (action === "suspend") {
    // A longer one may be in force already.
    const end = await findSanctionEnd(person.id, action, tx);
    await mailDecision({ personId: person.id, action, reason, message, until: end }, tx);
  }
  return { decisionId, ...effect, events: [...effect.events, ...notices] };
}

async function notifyReporters(
  reports: { id: string; reporterId: string | null }[],
  tx: Db,
): Promise<LiveEvent[]> {
  const events: LiveEvent[] = [];
  for (const { id: reportId, reporterId } of reports) {
    if (!reporterId) continue;
    events.push(...(await notifyFromInstance({ kind: "report", userId: reporterId, reportId }, tx)));
  }
  return events;
}

/** Locks a decision that the viewer may review. @throws AppError not_found, forbidden */
async function reviewable(
  viewer: Actor,
  id: string,
  tx: Db,
): Promise<{ actorId: string; decision: DecisionRecord }> {
  const actor = await requireModerator(viewer, tx);
  const found = await findDecision(id, tx);
  if (!found) throw new AppError("not_found");
  await lockDecisions(found.personId, tx);
  const [decision, person] = [await findDecision(id, tx), await findStanding(found.personId, tx)];
  if (!decision || !person) throw new AppError("not_found");
  if (!canReview(actor, person)) throw new AppError("forbidden");
  return { actorId: actor.id, decision };
}

/** Undoes a decision. @throws AppError not_found, forbidden; conflict if it cannot be */
export async function undoDecision({ viewer, id }: { viewer: Actor; id: string }): Promise<void> {
  const { events, afterwards } = await inTransaction(async (tx) => {
    const { actorId, decision } = await reviewable(viewer, id, tx);
    const effect = await undo(actorId, decision, tx);
    const about = { userId: decision.personId, decisionId: id };
    return {
      ...effect,
      events: [...effect.events, ...(await notifyFromInstance({ kind: "decision", ...about }, tx))],
    };
  });
  publish(...events);
  await finish(afterwards);
}

async function undo(actorId: string, decision: DecisionRecord, tx: Db): Promise<Effect> {
  if (!isUndoable(decision) || !(await markUndone(decision.id, tx))) throw new AppError("conflict");
  await writeReview(actorId, decision, { action: `undo_${decision.action}` }, tx);
  return revertDecision(decision, tx);
}

/** Resolves an appeal, undoing the decision or not. @throws AppError not_found, forbidden, conflict */
export async function answerAppeal({
  viewer,
  id,
  answer,
}: {
  viewer: Actor;
  id: string;
  answer: z.output<typeof answerBody>;
}): Promise<void> {
  const { events, afterwards } = await inTransaction(async (tx) => {
    const { actorId, decision } = await reviewable(viewer, id, tx);
    if (!(await setAnswer({ id, text: answer.text }, tx))) throw new AppError("conflict");
    await writeReview(actorId, decision, { action: "answer_appeal", note: answer.text }, tx);
    const effect: Effect = answer.undo ? await undo(actorId, decision, tx) : { events: [] };
    const about = { userId: decision.personId, decisionId: id };
    const notices = await notifyFromInstance({ kind: "appeal", ...about }, tx);
    if (decision.action === "suspend")
      await mailDecision(
        { ...decision, action: answer.undo ? "suspend_undone" : "suspend_kept", message: answer.text },
        tx,
      );
    return { ...effect, events: [...effect.events, ...notices] };
  });
  publish(...events);
  await finish(afterwards);
}

/** Committed: the decision stands even if any of this fails. */
async function finish(afterwards: Effect["afterwards"]): Promise<void> {
  try {
    await afterwards?.();
  } catch (error) {
    logger().error({ err: error }, "could not move the files of a decision");
  }
}

async function writeReview(
  actorId: string,
  { id, subjectType, subjectId, personId, reason }: DecisionRecord,
  { action, note = "" }: { action: string; note?: string },
  tx: Db,
): Promise<void> {
  const actorName = (await findName(actorId, tx)) ?? "";
  const details = { decisionId: id };
  await insertAudit(
    { actorId, actorName, action, subjectType, subjectId, personId, reason, note, details },
    tx,
  );
}
