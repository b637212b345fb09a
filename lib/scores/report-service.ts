import "server-only";
import type { z } from "zod";
import { getAppOrThrow, type Actor } from "@/lib/apps/access-service";
import type { ReportResponse, reportWords } from "@/lib/moderation/contract";
import { report } from "@/lib/moderation/service";
import { AppError } from "@/lib/shared/errors";
import { findShownScore } from "./repository";

/**
 * Reports a score and the person behind it, whose identity the reporter may not know. The report preserves the current
 * score.
 * @throws AppError unknown_app, not_found, forbidden
 */
export async function reportScore({
  viewer,
  appId,
  id,
  words,
}: {
  viewer: Actor;
  appId: string;
  id: string;
  words: z.output<typeof reportWords>;
}): Promise<ReportResponse> {
  await getAppOrThrow(appId, viewer, "view");
  const score = await findShownScore(viewer.id, { appId, id });
  if (!score) throw new AppError("not_found");
  const { userId, board, value, createdAt } = score;
  if (userId === viewer.id) throw new AppError("forbidden");
  const body = { subjectType: "user" as const, subjectId: userId, ...words };
  const about = { score: { id, appId, board, value, at: createdAt.toISOString() } };
  return report({ actor: viewer, body, about });
}
