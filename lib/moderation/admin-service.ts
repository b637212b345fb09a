import "server-only";
import type { Db } from "@/lib/db/client";
import { NOBODY } from "@/lib/shared/contract";
import { insertAudit, type NewAuditEntry } from "./audit-repository";
import { findName } from "./role-repository";

/** Records what a moderator did about an app, in the transaction that does it. */
export async function recordAct(
  {
    actorId,
    action,
    app,
    note,
  }: { actorId: string; action: string; app: { id: string; ownerId: string }; note: string },
  tx: Db,
): Promise<void> {
  const actorName = (await findName(actorId, tx)) ?? "";
  const subject = { subjectType: "app", subjectId: app.id, personId: app.ownerId };
  await insertAudit({ actorId, actorName, action, note, ...subject }, tx);
}

/** Records an admin's change to the instance in the audit log, in the transaction that makes it. */
export async function recordAdminAct(
  { actorId, action, details = {} }: { actorId: string; action: string; details?: NewAuditEntry["details"] },
  tx: Db,
): Promise<void> {
  const actorName = (await findName(actorId, tx)) ?? "";
  const subject = { subjectType: "instance", subjectId: NOBODY.id, personId: null };
  await insertAudit({ actorId, actorName, action, ...subject, details }, tx);
}
