import "server-only";
import { uuidv7 } from "uuidv7";
import type { Comment, CommentsQuery, CommentSubject } from "./comment-contract";
import type { Page } from "@/lib/shared/contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { normalizeText } from "./rules";
import { mentionedNames } from "@/lib/shared/rich-text";
import { idAt } from "@/lib/shared/time-id";
import { inTransaction } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { presentComment } from "./presenter";
import {
  deleteComment as deleteCommentRow,
  findComment,
  findCommentByClientKey,
  insertComment,
  listComments as listCommentRows,
} from "./comment-repository";
import { findUserIdsByNames } from "@/lib/people/repository";
import { findPostAuthor } from "./repository";
import { getAppOrThrow } from "@/lib/apps/access-service";
import { notify, publish } from "@/lib/notifications/notify-service";

/** @throws AppError not_found, unknown_app if the viewer may not see the post or app */
async function requireVisible(viewer: Actor, { type, id }: CommentSubject): Promise<void> {
  if (type === "app") await getAppOrThrow(id, viewer, "view", { evenBlocked: true });
  else if (!(await findPostAuthor(viewer.id, id))) throw new AppError("not_found");
}

type CommentRequest = {
  actor: Actor;
  subject: CommentSubject;
  content: string;
  /** Idempotency key from the client. */
  clientKey?: string;
  /** When it was written; now by default. */
  at?: Date;
};

/**
 * Adds a comment to a post or an app; with a client key that is known already, gives the comment that has it.
 * @throws AppError not_found, unknown_app if the actor may not see it; forbidden if the app's owner and they are blocked
 */
export async function addComment(request: CommentRequest): Promise<Comment> {
  const { actor, clientKey } = request;
  const findKnown = async () => (clientKey ? findCommentByClientKey(actor.id, clientKey) : null);
  const known = await findKnown();
  if (known) return presentComment(known, actor.id);
  try {
    return await storeComment(request);
  } catch (error) {
    // A concurrent request with the same client key was first.
    const first = isUniqueViolation(error) && (await findKnown());
    if (!first) throw error;
    return presentComment(first, actor.id);
  }
}

async function storeComment({ actor, subject, content, clientKey, at }: CommentRequest): Promise<Comment> {
  const text = normalizeText(content);
  const id = at ? idAt(at) : uuidv7();
  const isApp = subject.type === "app";
  if (isApp) await requireVisible(actor, subject);
  const mentioned = await findUserIdsByNames(mentionedNames(text));
  const { counts, record, events } = await inTransaction(async (tx) => {
    const comment = {
      id,
      subject,
      authorId: actor.id,
      content: text,
      clientKey: clientKey ?? null,
      createdAt: at ?? new Date(),
    };
    const counts = await insertComment(comment, tx);
    if (!counts) throw new AppError(isApp ? "forbidden" : "not_found");
    const record = await findComment(id, tx);
    if (!record) throw new AppError("conflict");
    const where = isApp ? { appId: subject.id } : { postId: subject.id };
    const about = { actorId: actor.id, ...where, commentId: id, at };
    const kind = isApp ? ("app_comment" as const) : ("comment" as const);
    const others = mentioned.filter((userId) => userId !== counts.authorId);
    const events = [
      ...(await notify({ ...about, kind, userIds: [counts.authorId] }, tx)),
      ...(await notify({ ...about, kind: "mention", userIds: others }, tx)),
    ];
    return { counts, record, events };
  });
  // Pages of apps have no live updates.
  if (!isApp) {
    const postId = subject.id;
    const postAuthorId = counts.authorId;
    publish({ type: "comment", postId, postAuthorId, commentId: id, authorId: actor.id });
    publish({ type: "counts", postId, ...counts });
  }
  publish(...events);
  return presentComment(record, actor.id);
}

/** Comments on a post or an app, oldest first. @throws AppError not_found, unknown_app */
export async function listComments({
  viewer,
  subject,
  query,
}: {
  viewer: Actor;
  subject: CommentSubject;
  query: CommentsQuery;
}): Promise<Page<Comment>> {
  await requireVisible(viewer, subject);
  const rows = await listCommentRows({
    viewerId: viewer.id,
    subject,
    after: query.after,
    skip: query.after ? 0 : (query.offset ?? 0),
    take: query.limit + 1,
  });
  const items = rows.slice(0, query.limit).map((row) => presentComment(row, viewer.id));
  return { items, nextCursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}

/** Deletes the actor's own comment. @throws AppError not_found, unknown_app; forbidden if it is somebody else's */
export async function deleteComment({
  actor,
  subject,
  id,
}: {
  actor: Actor;
  subject: CommentSubject;
  id: string;
}): Promise<void> {
  // Authors may delete their comments even where they can no longer see the post or app.
  const counts = await deleteCommentRow({ id, subject, authorId: actor.id });
  if (!counts) {
    await requireVisible(actor, subject);
    const found = await findComment(id);
    const isHere = found && (subject.type === "app" ? found.appId : found.postId) === subject.id;
    throw new AppError(isHere ? "forbidden" : "not_found");
  }
  if (subject.type === "post") {
    const postId = subject.id;
    publish({ type: "comment_deleted", postId, postAuthorId: counts.authorId, commentId: id });
    publish({ type: "counts", postId, ...counts });
  }
}
