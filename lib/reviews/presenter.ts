import "server-only";
import { presentUserShort } from "@/lib/people/user-presenter";
import type { Review } from "./contract";
import type { ReviewRecord } from "./repository";

export function presentReview(record: ReviewRecord): Review {
  const { answer, answeredAt } = record;
  return {
    id: record.id,
    appId: record.appId,
    author: presentUserShort({
      id: record.authorId,
      username: record.authorUsername,
      displayName: record.authorDisplayName,
      avatarKey: record.authorAvatarKey,
    }),
    stars: record.stars,
    text: record.text,
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    editedAt: record.editedAt?.toISOString() ?? null,
    helpful: record.helpfulCount,
    answer: answer !== null && answeredAt ? { text: answer, createdAt: answeredAt.toISOString() } : null,
    viewer: { helpful: record.isHelpful },
  };
}
