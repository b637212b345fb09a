import "server-only";
import { uuidv7 } from "uuidv7";
import type { Comment, CommentsQuery, CommentSubject } from "./comment-contract";
import { normalizeText } from "./rules";
import type { Actor, Page } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { mentionedNames } from "@/lib/shared/rich-text";
import { idAt } from "@/lib/shared/time-id";
import { inTransaction, type Db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { fromReplica } from "@/lib/db/replica";
import { presentComment, presentReplyAsComment } from "./presenter";
import {
  deleteComment as deleteCommentRow,
  findComment,
  findCommentByClientKey,
  insertComment,
  listComments as listCommentRows,
} from "./comment-repository";
import { findUserIdsByNames } from "@/lib/people/repository";
import { findReply } from "./reply-repository";
import { findPostAuthor } from "./repository";
import { pendingPost } from "./batch-service";
import { createPost, deletePost } from "./service";
import { getAppOrThrow } from "@/lib/apps/access-service";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { notify, publish } from "@/lib/notifications/notify-service";
import type { Pending } from "@/lib/notifications/pending-service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { appCommentChanged } from "@/lib/realtime/row-events";

/** @throws AppError not_found, unknown_app if the viewer may not see the post or app */
async function requireVisible(viewer: Actor, { type, id }: CommentSubject): Promise<void> {
  if (type === "app") await getAppOrThrow(id, viewer, "view", { evenBlocked: true });
  else if (!(await findPostAuthor(viewer.id, id))) throw new AppError("not_found");
}

type CommentRequest = {
  actor: Actor;
  subject: CommentSubject;
  content: string;
  clientKey?: string | undefined;
  /** When it was written; now by default. */
  at?: Date;
};

/**
 * Adds a comment to an app, or a reply to a post in the shape of a comment. Idempotent for one client key.
 * @throws AppError not_found, unknown_app if the actor may not see it; forbidden if there is a block between them and
 * the app's owner
 */
export async function addComment(request: CommentRequest): Promise<Comment> {
  const { actor, clientKey, subject, content, at } = request;
  if (subject.type === "post") {
    const payload = { kind: "text" as const, body: content, media: [], clientKey };
    const { post } = await createPost({ actor, payload, replyTo: subject.id, ...(at && { at }) });
    return presentReplyAsComment(post);
  }
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

/** Checks a comment on an app. @returns its id, and how to store it */
async function prepareComment({ actor, subject, content, clientKey, at }: CommentRequest) {
  await requireUnlimited(actor);
  const text = normalizeText(content);
  const id = at ? idAt(at) : uuidv7();
  await requireVisible(actor, subject);
  const mentioned = await findUserIdsByNames(mentionedNames(text));
  const store = async (tx: Db) => {
    const comment = {
      id,
      appId: subject.id,
      authorId: actor.id,
      content: text,
      clientKey: clientKey ?? null,
      createdAt: at ?? new Date(),
    };
    const app = await insertComment(comment, tx);
    if (!app) throw new AppError("forbidden");
    const record = await findComment(id, tx);
    if (!record) throw new AppError("conflict");
    const about = { actorId: actor.id, appId: subject.id, commentId: id, text, at };
    const others = mentioned.filter((userId) => userId !== app.ownerId);
    const events = [
      appCommentChanged("INSERT", { id, appId: subject.id, authorId: actor.id }, app),
      ...(await notify({ ...about, kind: "app_comment", userIds: [app.ownerId] }, tx)),
      ...(await notify({ ...about, kind: "mention", userIds: others }, tx)),
    ];
    return { record, events };
  };
  return { id, store };
}

/** Stores a comment on an app. */
async function storeComment(request: CommentRequest): Promise<Comment> {
  const { store } = await prepareComment(request);
  const { record, events } = await inTransaction(store);
  publish(...events);
  return presentComment(record, request.actor.id);
}

/** A comment, or a reply, that is stored together with other changes. @throws AppError like addComment */
export async function pendingComment(
  request: Pick<CommentRequest, "actor" | "subject" | "content">,
): Promise<{ id: string; change: Pending | null }> {
  const { actor, subject, content } = request;
  if (subject.type === "post")
    return pendingPost({ actor, payload: { kind: "text", body: content, media: [] }, replyTo: subject.id });
  const { id, store } = await prepareComment(request);
  return { id, change: { target: subject.id, store: async (tx) => (await store(tx)).events } };
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
  const page = {
    viewerId: viewer.id,
    subject,
    after: query.after,
    skip: query.after ? 0 : (query.offset ?? 0),
    take: query.limit + 1,
  };
  const rows = await fromReplica(viewer.id, () => listCommentRows(page));
  const items = rows.slice(0, query.limit).map((row) => presentComment(row, viewer.id));
  return { items, nextCursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}

/**
 * Deletes a comment on an app in the caller's transaction.
 * @returns what to publish after the commit; null if this author has no such comment there
 */
export async function removeAppComment(
  comment: { id: string; appId: string; authorId: string },
  tx?: Db,
): Promise<LiveEvent | null> {
  const app = await deleteCommentRow(comment, tx);
  return app && appCommentChanged("DELETE", comment, app);
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
  if (subject.type === "post") {
    const reply = await findReply(id);
    const isHere = reply?.parentId === subject.id;
    if (isHere && reply.authorId === actor.id) return deletePost({ actor, id });
    await requireVisible(actor, subject);
    throw new AppError(isHere ? "forbidden" : "not_found");
  }
  const gone = await removeAppComment({ id, appId: subject.id, authorId: actor.id });
  if (gone) return publish(gone);
  await requireVisible(actor, subject);
  throw new AppError((await findComment(id))?.appId === subject.id ? "forbidden" : "not_found");
}
