import "server-only";
import type { Comment } from "@/lib/contracts/comment";
import type { CommentRecord } from "@/lib/server/repositories/comment-repository";
import { presentUserShort } from "./user";

export function presentComment(record: CommentRecord): Comment {
  return {
    id: record.id,
    postId: record.postId,
    appId: record.appId,
    content: record.content,
    author: presentUserShort({
      id: record.authorId,
      username: record.authorUsername,
      displayName: record.authorDisplayName,
      avatarKey: record.authorAvatarKey,
    }),
    createdAt: record.createdAt.toISOString(),
  };
}
