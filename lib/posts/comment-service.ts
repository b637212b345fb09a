import "server-only";
import { uuidv7 } from "uuidv7";
import type { Comment, CommentsQuery } from "./comment-contract";
import type { Page, Actor } from "@/lib/shared/contract";
import type { CommentSubject } from "./comment-rules";
import { AppError } from "@/lib/shared/errors";
import { normalizeText } from "./rules";
import { mentionedNames } from "./rich-text";
import { idAt } from "@/lib/shared/time-id";
import { inTransaction } from "@/lib/db/client";
import { presentComment } from "./comment-presenter";
import {
  deleteComment as deleteCommentRow,
  findComment,
  insertComment,
  listComments as listCommentRows,
  type CommentedThing,
} from "./comment-repository";
import { findUserIdsByNames } from "@/lib/people/repository";
import { findPostAuthor } from "./repository";
import { getAppOrThrow } from "@/lib/apps/access-service";
import { notify, publish } from "@/lib/notifications/notify-service";

/** @throws AppError not_found, unknown_app where the viewer may not see what the comments are about */
async function seeOrThrow(viewer: Actor, { type, id }: CommentSubject): Promise<void> {
  if (type === "app") await getAppOrThrow(id, viewer, "view");
  else if (!(await findPostAuthor(viewer.id, id))) throw new AppError("not_found");
}

/**
 * Comments on a post or an app.
 * @throws AppError not_found, unknown_app where they may not see it; forbidden where the app's owner and they do not meet
 */
export async function addComment({
  actor,
  subject,
  content,
  at,
}: {
  actor: Actor;
  subject: CommentSubject;
  content: string;
  at?: Date;
}): Promise<Comment> {
  const text = normalizeText(content);
  const id = at ? idAt(at) : uuidv7();
  const isApp = subject.type === "app";
  if (isApp) await seeOrThrow(actor, subject);
  const mentioned = await findUserIdsByNames(mentionedNames(text));
  const { thing, record, events } = await inTransaction(async (tx) => {
    const comment = { id, subject, authorId: actor.id, content: text, createdAt: at ?? new Date() };
    const thing = await insertComment(comment, tx);
    if (!thing) throw new AppError(isApp ? "forbidden" : "not_found");
    const record = await findComment(id, tx);
    if (!record) throw new AppError("conflict");
    const where = isApp ? { appId: subject.id } : { postId: subject.id };
    const about = { actorId: actor.id, ...where, commentId: id, at };
    const kind = isApp ? ("app_comment" as const) : ("comment" as const);
    const others = mentioned.filter((who) => who !== thing.authorId);
    const events = [
      ...(await notify({ ...about, kind, userIds: [thing.authorId] }, tx)),
      ...(await notify({ ...about, kind: "mention", userIds: others }, tx)),
    ];
    return { thing, record, events };
  });
  if (!isApp) publishChange("comment", { subject, thing, commentId: id, authorId: actor.id });
  publish(...events);
  return presentComment(record);
}

/** What is said about a post or an app, oldest first. @throws AppError not_found, unknown_app */
export async function listComments({
  viewer,
  subject,
  query,
}: {
  viewer: Actor;
  subject: CommentSubject;
  query: CommentsQuery;
}): Promise<Page<Comment>> {
  await seeOrThrow(viewer, subject);
  const rows = await listCommentRows({
    viewerId: viewer.id,
    subject,
    after: query.after,
    skip: query.after ? 0 : (query.offset ?? 0),
    take: query.limit + 1,
  });
  const items = rows.slice(0, query.limit).map(presentComment);
  return { items, nextCursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}

/** Removes one's own comment. @throws AppError not_found, unknown_app, forbidden where it is somebody else's */
export async function deleteComment({
  actor,
  subject,
  id,
}: {
  actor: Actor;
  subject: CommentSubject;
  id: string;
}): Promise<void> {
  // One's own words can be taken back wherever they stand, also where one may no longer see them.
  const thing = await deleteCommentRow({ id, subject, authorId: actor.id });
  if (!thing) {
    await seeOrThrow(actor, subject);
    const found = await findComment(id);
    const isHere = found && (subject.type === "app" ? found.appId : found.postId) === subject.id;
    throw new AppError(isHere ? "forbidden" : "not_found");
  }
  if (subject.type === "post") {
    publishChange("comment_deleted", { subject, thing, commentId: id, authorId: actor.id });
  }
}

type Change = { subject: CommentSubject; thing: CommentedThing; commentId: string; authorId: string };

/** Tells those who look at a post. The pages of apps are not live. */
function publishChange(
  type: "comment" | "comment_deleted",
  { subject, thing, commentId, authorId }: Change,
): void {
  const place = { postId: subject.id, postAuthorId: thing.authorId, commentId };
  publish(type === "comment" ? { type, ...place, authorId } : { type, ...place }, {
    type: "counts",
    postId: subject.id,
    ...thing,
  });
}
