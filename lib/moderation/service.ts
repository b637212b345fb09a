import "server-only";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { ReportResponse, reportBody } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { describeSubject, upsertReport } from "./repository";
import { makerOf, type Snapshot } from "./snapshot";

type ReportedFacts = Readonly<Record<string, string | number | boolean>>;

/**
 * Stores a report with a snapshot of its subject, which may be changed or deleted before somebody reads the report.
 * @throws AppError not_found
 */
export async function report({
  actor,
  body,
  about = {},
}: {
  actor: Actor;
  body: z.output<typeof reportBody>;
  /** Details about the subject, stored with the report. */
  about?: Record<string, ReportedFacts>;
}): Promise<ReportResponse> {
  const subject = await describeSubject({ type: body.subjectType, id: body.subjectId, reporterId: actor.id });
  if (!subject) throw new AppError("not_found");
  const context = { ...subject, ...about };
  // A comment on a post is a post.
  const subjectType = body.subjectType === "comment" && "body" in subject ? "post" : body.subjectType;
  const personId = makerOf(subjectType, body.subjectId, subject as Snapshot)?.id ?? null;
  const id = await upsertReport({
    id: uuidv7(),
    reporterId: actor.id,
    ...body,
    subjectType,
    context,
    personId,
  });
  return { id, received: true };
}
