import "server-only";
import { randomInt } from "node:crypto";
import { uuidv7 } from "uuidv7";
import {
  INVITATION_CODE_CHARS,
  INVITATION_DAYS,
  INVITATIONS_OPEN_MAX,
  INVITATIONS_SHOWN,
  NEW_ACCOUNT_MS,
} from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import { requireAdmin } from "@/lib/moderation/role-service";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { Invitation, Invitations, TreePage, TreeQuery } from "./contract";
import {
  countOpenInvitations,
  deleteEndedInvitations,
  deleteInvitation,
  findInviter,
  lockInviter,
  insertInvitation,
  listBranches,
  listInvitations,
} from "./invitation-repository";
import { presentBranch, presentInvitation } from "./presenter";
import { CODE_ALPHABET } from "./rules";
import { instanceSettings } from "./settings.server";

/** When a new account may create its first invitation; null if it may now. */
function invitesFrom({ role, createdAt }: { role: string; createdAt: Date }, now: Date): Date | null {
  const from = new Date(createdAt.getTime() + NEW_ACCOUNT_MS);
  return role === "member" && from > now ? from : null;
}

/** A person's own invitations. */
export async function getInvitations(viewer: Actor): Promise<Invitations> {
  const now = new Date();
  const [{ signups }, records, open, inviter] = await Promise.all([
    instanceSettings(),
    listInvitations(viewer.id, now, INVITATIONS_SHOWN),
    countOpenInvitations(viewer.id, now),
    findInviter(viewer.id),
  ]);
  return {
    mode: signups,
    left: Math.max(0, INVITATIONS_OPEN_MAX - open),
    from: inviter && (invitesFrom(inviter, now)?.toISOString() ?? null),
    items: records.map(presentInvitation),
  };
}

/**
 * Creates an invitation for one person. New accounts cannot: a banned person must not return through an account made
 * for this.
 * @throws AppError forbidden where sign-ups take no invitations or the account is new, account_limited, quota_exceeded
 */
export async function createInvitation(actor: Actor): Promise<Invitation> {
  await requireUnlimited(actor);
  if ((await instanceSettings()).signups !== "invitation")
    throw new AppError("forbidden", { message: "Sign-ups take no invitations here." });
  const now = new Date();
  const record = await inTransaction(async (tx) => {
    const inviter = await lockInviter(actor.id, tx);
    if (!inviter) throw new AppError("unauthenticated");
    if (invitesFrom(inviter, now)) throw new AppError("account_new");
    await deleteEndedInvitations(actor.id, now, tx);
    if ((await countOpenInvitations(actor.id, now, tx)) >= INVITATIONS_OPEN_MAX)
      throw new AppError("quota_exceeded", {
        message: `At most ${INVITATIONS_OPEN_MAX} invitations can be open at once.`,
      });
    const code = Array.from(
      { length: INVITATION_CODE_CHARS },
      () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
    ).join("");
    const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 86_400_000);
    return insertInvitation({ id: uuidv7(), code, inviterId: actor.id, expiresAt }, tx);
  });
  return presentInvitation(record);
}

/** Revokes an unused invitation. @throws AppError not_found */
export async function endInvitation({ actor, id }: { actor: Actor; id: string }): Promise<void> {
  if (!(await deleteInvitation({ id, inviterId: actor.id }))) throw new AppError("not_found");
}

/** The invitation tree. @throws AppError not_found for everybody but admins */
export async function listTree({ viewer, query }: { viewer: Actor; query: TreeQuery }): Promise<TreePage> {
  await requireAdmin(viewer);
  const { of, after, limit } = query;
  const rows = await listBranches({ of, after, take: limit + 1 });
  const items = rows.slice(0, limit).map(presentBranch);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.person.id ?? null) : null };
}
