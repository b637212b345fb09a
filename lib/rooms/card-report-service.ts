import "server-only";
import type { z } from "zod";
import type { ReportResponse, reportWords } from "@/lib/moderation/contract";
import { report } from "@/lib/moderation/service";
import { getPost } from "@/lib/posts/service";
import { AppError } from "@/lib/shared/errors";
import type { InRoom } from "./access-service";
import { findCard } from "./card-repository";
import { cardSentence } from "./card-rules";
import { findRoomAccess } from "./repository";

/**
 * Reports what an app shows in a post. The report is about the person whose copy of the app has said it, whom the reporter
 * need not know, and keeps the words; it is about the app if that is the reporter, or nobody any more.
 * @throws AppError not_found
 */
export async function reportCard({
  viewer,
  roomId,
  words,
}: InRoom & { words: z.output<typeof reportWords> }): Promise<ReportResponse> {
  const room = await findRoomAccess(roomId, viewer.id);
  const post = room?.postId ? await getPost({ viewer, id: room.postId }) : null;
  const card = post?.room?.card ? await findCard(roomId) : null;
  if (!room || !post || !card?.content) throw new AppError("not_found");
  const others = [card.authorId, card.titleAuthorId].filter((id) => id !== null && id !== viewer.id);
  const subject = others[0]
    ? { subjectType: "user" as const, subjectId: others[0] }
    : { subjectType: "app" as const, subjectId: room.appId };
  const about = { card: { postId: post.id, appId: room.appId, text: cardSentence(card.content) } };
  return report({ actor: viewer, body: { ...subject, ...words }, about });
}
