import "server-only";
import { db, type Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { SubjectType } from "./rules";

type ReportRow = {
  id: string;
  reporterId: string;
  subjectType: string;
  subjectId: string;
  reason: string;
  note: string;
  context: Prisma.InputJsonObject;
  /** The author, or the reported person themselves. */
  personId: string | null;
};

/**
 * Stores a report, replacing the reporter's earlier one about the same subject; a closed one is reopened.
 * @returns the id of the stored report
 */
export async function upsertReport({ id, ...report }: ReportRow): Promise<string> {
  const { reporterId, subjectType, subjectId, reason, note, context, personId } = report;
  const stored = await db().report.upsert({
    where: { reporterId_subjectType_subjectId: { reporterId, subjectType, subjectId } },
    create: { id, ...report },
    update: { reason, note, context, personId, resolvedAt: null, isUpheld: null },
    select: { id: true },
  });
  return stored.id;
}

/**
 * A snapshot of a subject; null if it does not exist.
 * @param reporterId sees only public apps and their own; null for moderators, who see all
 */
export async function describeSubject(
  { type, id, reporterId }: { type: SubjectType; id: string; reporterId: string | null },
  client: Db = db(),
): Promise<Prisma.InputJsonObject | null> {
  const visibleApp = {
    deletedAt: null,
    ...(reporterId && { OR: [{ isPublic: true }, { ownerId: reporterId }] }),
  };
  switch (type) {
    case "post": {
      const post = await client.post.findUnique({
        where: { id },
        select: {
          body: true,
          appId: true,
          createdAt: true,
          author: { select: { id: true, username: true } },
          media: { select: { fileKey: true, posterKey: true, type: true, alt: true } },
          moment: { select: { alt: true } },
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
      const comment = await client.comment.findFirst({
        where: { id, app: visibleApp },
        select: {
          content: true,
          appId: true,
          createdAt: true,
          author: { select: { id: true, username: true } },
          app: { select: { name: true, ownerId: true } },
        },
      });
      // A comment on a post is a reply, and therefore a post.
      if (!comment) return describeSubject({ type: "post", id, reporterId }, client);
      return { ...comment, createdAt: comment.createdAt.toISOString() };
    }
    case "review": {
      const review = await client.review.findFirst({
        where: { id, app: visibleApp },
        select: {
          text: true,
          stars: true,
          appId: true,
          createdAt: true,
          author: { select: { id: true, username: true } },
          app: { select: { name: true, ownerId: true } },
        },
      });
      if (!review) return null;
      const { text, stars, createdAt, ...rest } = review;
      const content = `${"★".repeat(stars)}${"☆".repeat(5 - stars)} ${text}`.trim();
      return { ...rest, content, createdAt: createdAt.toISOString() };
    }
    case "collection": {
      const collection = await client.collection.findFirst({
        where: { id, ...(reporterId && { OR: [{ isPublic: true }, { ownerId: reporterId }] }) },
        select: {
          title: true,
          description: true,
          createdAt: true,
          owner: { select: { id: true, username: true } },
          apps: { where: { note: { not: "" } }, orderBy: { position: "asc" }, select: { note: true } },
        },
      });
      if (!collection) return null;
      const { title: name, description, createdAt, owner, apps } = collection;
      const words = [description, ...apps.map(({ note }) => note)].filter(Boolean).join("\n");
      return { name, description: words, owner, createdAt: createdAt.toISOString() };
    }
    case "user":
      return client.user.findUnique({
        where: { id },
        select: { id: true, username: true, displayName: true, bio: true, avatarKey: true, bannerKey: true },
      });
    case "app":
      return client.app.findFirst({
        where: { id, ...visibleApp },
        select: {
          name: true,
          description: true,
          owner: { select: { id: true, username: true } },
          currentVersion: { select: { version: true, packageSha256: true } },
        },
      });
  }
}
