import "server-only";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

export type ReportRow = {
  id: string;
  reporterId: string;
  subjectType: string;
  subjectId: string;
  reason: string;
  note: string;
  context: Prisma.InputJsonObject;
};

/**
 * Stores a report, replacing the reporter's earlier one about the same subject.
 * @returns the id of the stored report
 */
export async function upsertReport({ id, ...report }: ReportRow): Promise<string> {
  const { reporterId, subjectType, subjectId, reason, note, context } = report;
  const stored = await db().report.upsert({
    where: { reporterId_subjectType_subjectId: { reporterId, subjectType, subjectId } },
    create: { id, ...report },
    update: { reason, note, context },
    select: { id: true },
  });
  return stored.id;
}

/** A snapshot of a reported subject; null if it does not exist or is an app that the reporter may not see. */
export async function describeSubject(
  reporterId: string,
  type: string,
  id: string,
): Promise<Prisma.InputJsonObject | null> {
  const visibleApp = { deletedAt: null, OR: [{ isPublic: true }, { ownerId: reporterId }] };
  switch (type) {
    case "post": {
      const post = await db().post.findUnique({
        where: { id },
        select: {
          body: true,
          appId: true,
          createdAt: true,
          author: { select: { id: true, username: true } },
          media: { select: { fileKey: true, alt: true } },
          room: {
            select: {
              card: { select: { authorId: true, titleAuthorId: true, content: true, pictureHash: true } },
            },
          },
        },
      });
      return post && { ...post, createdAt: post.createdAt.toISOString() };
    }
    case "comment": {
      const comment = await db().comment.findFirst({
        where: { id, app: visibleApp },
        select: {
          content: true,
          appId: true,
          createdAt: true,
          author: { select: { id: true, username: true } },
          app: { select: { name: true, ownerId: true } },
        },
      });
      // A comment on a post is a reply, and a post itself.
      if (!comment) return describeSubject(reporterId, "post", id);
      return { ...comment, createdAt: comment.createdAt.toISOString() };
    }
    case "user":
      return db().user.findUnique({
        where: { id },
        select: { id: true, username: true, displayName: true, bio: true, avatarKey: true, bannerKey: true },
      });
    case "app":
      return db().app.findFirst({
        where: { id, ...visibleApp },
        select: {
          name: true,
          description: true,
          owner: { select: { id: true, username: true } },
          currentVersion: { select: { version: true, packageSha256: true } },
        },
      });
    default:
      return null;
  }
}
