import "server-only";
import { uuidv7 } from "uuidv7";
import { ANNOUNCEMENTS_SHOWN } from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import { recordAdminAct } from "@/lib/moderation/admin-service";
import { requireAdmin } from "@/lib/moderation/role-service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import {
  endAnnouncements,
  insertAnnouncement,
  listAnnouncements,
  setDismissed,
} from "./announcement-repository";
import type { Announcement } from "./contract";
import { presentAnnouncement } from "./presenter";
import { forgetSettings } from "./settings.server";

/** The latest announcements, newest first. @throws AppError not_found for everybody but admins */
export async function getAnnouncements(viewer: Actor): Promise<Announcement[]> {
  await requireAdmin(viewer);
  return (await listAnnouncements(ANNOUNCEMENTS_SHOWN)).map(presentAnnouncement);
}

/** Publishes an announcement in place of the current one. @throws AppError not_found */
export async function announce({ actor, text }: { actor: Actor; text: string }): Promise<Announcement[]> {
  await inTransaction(async (tx) => {
    await requireAdmin(actor, tx);
    await endAnnouncements(undefined, tx);
    await insertAnnouncement({ id: uuidv7(), text }, tx);
    await recordAdminAct({ actorId: actor.id, action: "announce", details: { text } }, tx);
  });
  forgetSettings();
  return getAnnouncements(actor);
}

/** Withdraws an announcement. @throws AppError not_found */
export async function endAnnouncement({ actor, id }: { actor: Actor; id: string }): Promise<Announcement[]> {
  await inTransaction(async (tx) => {
    await requireAdmin(actor, tx);
    if ((await endAnnouncements(id, tx)) === 0) throw new AppError("not_found");
    await recordAdminAct({ actorId: actor.id, action: "end_announcement", details: { id } }, tx);
  });
  forgetSettings();
  return getAnnouncements(actor);
}

/** Dismisses this announcement and all older ones. */
export async function dismissAnnouncement({ actor, id }: { actor: Actor; id: string }): Promise<void> {
  await setDismissed(actor.id, id);
}
