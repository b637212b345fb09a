import "server-only";
import { uuidv7 } from "uuidv7";
import type { Comment, CommentsQuery } from "@/lib/contracts/comment";
import type { Page } from "@/lib/contracts/common";
import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/domain/errors";
import { normalizeText } from "@/lib/domain/post";
import { mentionedNames } from "@/lib/domain/rich-text";
import { idAt } from "@/lib/domain/time-id";
import { inTransaction } from "@/lib/server/db/client";
import { presentComment } from "@/lib/server/presenters/comment";
import {
  deleteComment as deleteCommentRow,
  findComment,
  insertComment,
  listComments as listCommentRows,
} from "@/lib/server/repositories/comment-repository";
import { findUserIdsByNames } from "@/lib/server/repositories/people-repository";
import { findPostAuthor } from "@/lib/server/repositories/post-repository";
import { notify, publish } from "./notify";

/** Comments on a post. @throws AppError not_found */
export async function addComment({
  actor,
  postId,
  content,
  at,
}: {
  actor: Actor;
  postId: string;
  content: string;
  at?: Date;
}): Promise<Comment> {
  const text = normalizeText(content);
  const id = at ? idAt(at) : uuidv7();
  const mentioned = await findUserIdsByNames(mentionedNames(text));
  const { post, record, events } = await inTransaction(async (tx) => {
    const comment = { id, postId, authorId: actor.id, content: text, createdAt: at ?? new Date() };
    const post = await insertComment(comment, tx);
    if (!post) throw new AppError("not_found");
    const record = await findComment(id, tx);
    if (!record) throw new AppError("conflict");
    const about = { actorId: actor.id, postId, commentId: id, at };
    const events = [
      ...(await notify({ ...about, kind: "comment", userIds: [post.authorId] }, tx)),
      ...(await notify(
        { ...about, kind: "mention", userIds: mentioned.filter((who) => who !== post.authorId) },
        tx,
      )),
    ];
    return { post, record, events };
  });
  publish(
    { type: "comment", postId, postAuthorId: post.authorId, commentId: id, authorId: actor.id },
    { type: "counts", postId, ...post },
    ...events,
  );
  return presentComment(record);
}

/** A post's thread, oldest first. @throws AppError not_found */
export async function listComments({
  viewer,
  postId,
  query,
}: {
  viewer: Actor;
  postId: string;
  query: CommentsQuery;
}): Promise<Page<Comment>> {
  if (!(await findPostAuthor(viewer.id, postId))) throw new AppError("not_found");
  const rows = await listCommentRows({
    viewerId: viewer.id,
    postId,
    after: query.after,
    skip: query.after ? 0 : (query.offset ?? 0),
    take: query.limit + 1,
  });
  const items = rows.slice(0, query.limit).map(presentComment);
  return { items, nextCursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}

/** Removes one's own comment. @throws AppError not_found, forbidden where it is somebody else's */
export async function deleteComment({
  actor,
  postId,
  id,
}: {
  actor: Actor;
  postId: string;
  id: string;
}): Promise<void> {
  const post = await deleteCommentRow({ id, postId, authorId: actor.id });
  if (!post) {
    const found = await findComment(id);
    const seen = found?.postId === postId && (await findPostAuthor(actor.id, postId));
    throw new AppError(seen ? "forbidden" : "not_found");
  }
  publish(
    { type: "comment_deleted", postId, postAuthorId: post.authorId, commentId: id },
    { type: "counts", postId, ...post },
  );
}
