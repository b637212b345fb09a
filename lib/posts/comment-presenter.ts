import "server-only";
import type { Comment } from "./comment-contract";
import type { CommentRecord } from "./comment-repository";
import { presentUserShort } from "@/lib/people/user-presenter";

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
