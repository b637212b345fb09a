import "server-only";
import { emailKey } from "@/lib/account/email";
import { serverEnv } from "@/lib/config/env.server";
import { inTransaction, type Db } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/shared/contract";
import { insertAudit } from "./audit-repository";
import { appointIfNone, findStanding } from "./role-repository";
import { isModerator, type Standing } from "./roles";

/**
 * Trust model. Untrusted: every viewer and what their tokens say. A role counts as the database has it when something is
 * asked for, so that whoever loses it loses its rights at once.
 */

/** @throws AppError not_found for everybody else: people who are no moderators do not learn what there is */
export async function requireModerator(viewer: Actor, client?: Db): Promise<Standing> {
  const standing = await findStanding(viewer.id, client);
  if (!standing || !isModerator(standing)) throw new AppError("not_found");
  return standing;
}

/**
 * Makes the person of ADMIN_EMAIL the admin of an instance that has none. Only a confirmed address counts: anybody can sign
 * up with one that is not theirs. To be called at the start, and when an address was confirmed.
 */
export async function appointFirstAdmin(client?: Db): Promise<void> {
  const { ADMIN_EMAIL } = serverEnv();
  if (!ADMIN_EMAIL) return;
  const appoint = async (tx: Db) => {
    const id = await appointIfNone(emailKey(ADMIN_EMAIL), tx);
    if (!id) return;
    await insertAudit(
      {
        actorId: null,
        actorName: "ADMIN_EMAIL",
        action: "role",
        subjectType: "user",
        subjectId: id,
        personId: id,
        details: { role: "admin" },
      },
      tx,
    );
  };
  await (client ? appoint(client) : inTransaction(appoint));
}
