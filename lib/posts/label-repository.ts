import "server-only";
import { Prisma } from "@/lib/db/generated/client";
import type { ReportReason } from "@/lib/moderation/rules";

export type LabelRecord = { reason: ReportReason; warning: string };

/**
 * SQL for the warning shown in place of a post: its author's, else the moderators' label, else none.
 * @param posts the alias of the table
 */
export const shownWarning = (posts: "p" | "q"): Prisma.Sql => {
  const row = Prisma.raw(posts);
  return Prisma.sql`COALESCE(NULLIF(${row}.warning, ''), 'Labelled by the moderators: ' || ${row}.label, '')`;
};

/** SQL for the text of a post where no warning can stand before it. */
export const shownText = (posts: "p" | "q"): Prisma.Sql =>
  Prisma.sql`COALESCE(NULLIF(${shownWarning(posts)}, ''), ${Prisma.raw(posts)}.body)`;

/** SQL for the LabelRecord of a post; null without one. */
export const labelOf = (posts: "p" | "q"): Prisma.Sql => {
  const row = Prisma.raw(posts);
  return Prisma.sql`CASE WHEN ${row}.label IS NOT NULL THEN
    json_build_object('reason', ${row}.label, 'warning', ${row}.warning) END`;
};
