import "server-only";
import { db, type Db } from "@/lib/db/client";

const SELECT = { id: true, text: true, createdAt: true, endedAt: true } as const;
export type AnnouncementRecord = { id: string; text: string; createdAt: Date; endedAt: Date | null };

/** The current announcement. */
export function findCurrentAnnouncement(): Promise<{ id: string; text: string } | null> {
  return db().announcement.findFirst({
    where: { endedAt: null },
    orderBy: { id: "desc" },
    select: { id: true, text: true },
  });
}

/** Newest first. */
export function listAnnouncements(take: number): Promise<AnnouncementRecord[]> {
  return db().announcement.findMany({ orderBy: { id: "desc" }, take, select: SELECT });
}

export async function insertAnnouncement(announcement: { id: string; text: string }, tx: Db): Promise<void> {
  await tx.announcement.create({ data: announcement, select: { id: true } });
}

/** @param id all announcements without one. @returns how many */
export async function endAnnouncements(id: string | undefined, tx: Db): Promise<number> {
  const { count } = await tx.announcement.updateMany({
    where: { endedAt: null, ...(id && { id }) },
    data: { endedAt: new Date() },
  });
  return count;
}

/** Dismissing an announcement older than the last dismissed one is a no-op. */
export async function setDismissed(userId: string, announcementId: string): Promise<void> {
  await db().$executeRaw`
    UPDATE users SET dismissed_announcement_id = ${announcementId}::uuid
     WHERE id = ${userId}::uuid
       AND (dismissed_announcement_id IS NULL OR dismissed_announcement_id < ${announcementId}::uuid)
       AND EXISTS (SELECT 1 FROM announcements WHERE id = ${announcementId}::uuid)`;
}
