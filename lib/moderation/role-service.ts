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
 * Trust model. Untrusted: every viewer and the claims of their tokens. Roles are read from the database on each
 * request, so a revoked role loses its rights at once.
 */

/** @throws AppError not_found for everybody but moderators, so that others cannot find out what exists */
export async function requireModerator(viewer: Actor, client?: Db): Promise<Standing> {
  const standing = await findStanding(viewer.id, client);
  if (!standing || !isModerator(standing)) throw new AppError("not_found");
  return standing;
}

/** The role that the database has. */
export async function findRole(viewer: Actor, client?: Db): Promise<Standing["role"]> {
  return (await findStanding(viewer.id, client))?.role ?? "member";
}

/** @throws AppError not_found for everybody but admins */
export async function requireAdmin(viewer: Actor, client?: Db): Promise<Standing> {
  const standing = await findStanding(viewer.id, client);
  if (standing?.role !== "admin") throw new AppError("not_found");
  return standing;
}

/**
 * Makes the owner of ADMIN_EMAIL the admin of an instance without one. Only a confirmed address counts, because anyone
 * can sign up with an address that is not theirs. Call it at startup and when an address is confirmed.
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
