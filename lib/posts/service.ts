import "server-only";
import { uuidv7 } from "uuidv7";
import { DEFAULT_TEMPLATE_ID } from "@/lib/config/limits";
import type { Post, PostCounts, PostMedia, PostPayload } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { canApp } from "@/lib/apps/rules";
import { normalizeText, titleOf } from "./rules";
import { mentionedNames } from "@/lib/shared/rich-text";
import { textTerms } from "@/lib/search/terms";
import { idAt } from "@/lib/shared/time-id";
import { db, inTransaction, type Db } from "@/lib/db/client";
import { fileUrl } from "@/lib/files/file-url";
import { presentPost, presentPostCounts } from "./presenter";
import { findApp } from "@/lib/apps/repository";
import { findAppVersion } from "@/lib/apps/version-repository";
import { attachMedia, findFreeMedia, type MediaRecord } from "./media-repository";
import { prepareMoment } from "./moment-service";
import { insertMoment } from "./moment-repository";
import { findUserIdsByNames } from "@/lib/people/repository";
import {
  deletePost as deletePostRow,
  findPostAuthor,
  findPostCounts,
  findPostIdByClientKey,
  findPosts,
  insertPost,
  updateSharesApp,
} from "./repository";
import { countQuote, lockCounting } from "./quote-repository";
import { countReply, findParent } from "./reply-repository";
import { dropFiles, dropMedia, uploadMedia } from "./media-service";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { notify, publish } from "@/lib/notifications/notify-service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { isBlank } from "@/lib/shared/visible-text";

export type NewPostRequest = {
  actor: Actor;
  payload: PostPayload;
  /** The id of the post that it replies to. */
  replyTo?: string;
  /** When it was written; now by default. */
  at?: Date;
};

/**
 * Publishes a post, or a reply to one. Idempotent for one client key.
 * @returns the post, and whether this call created it
 * @throws AppError validation_error, account_limited, unknown_app, payload_too_large, invalid_image; not_found without the post to reply to;
 *   replies_limited if its author lets others reply
 */
export async function createPost({
  actor,
  payload,
  replyTo,
  at,
}: NewPostRequest): Promise<{ post: Post; created: boolean }> {
  const body = normalizeText(payload.body);
  if (isBlank(body) && payload.media.length === 0 && !payload.appRef) {
    throw fieldError("body", "required", "A post needs some text, a picture or an app.");
  }
  if (payload.moment && !payload.appRef) throw fieldError("moment", "required", "A moment needs its app.");
  const clientKey = payload.clientKey ?? null;
  // Before resolving the pictures: those of a repeated request are in the stored post already.
  if (clientKey) {
    const known = await findPostIdByClientKey(actor.id, clientKey);
    if (known) return { post: await getPost({ viewer: actor, id: known }), created: false };
  }
  await requireUnlimited(actor);
  const parent = replyTo ? await findParent(actor.id, replyTo) : null;
  if (replyTo && !parent) throw new AppError("not_found");
  if (parent?.canReply === false) throw new AppError("replies_limited");
  if (parent && payload.replyPolicy)
    throw fieldError(
      "replyPolicy",
      "not_for_reply",
      "Who may reply is decided by the first post of a thread.",
    );
  const [app, media, mentioned, moment, quotedAuthor] = await Promise.all([
    resolveApp(actor, payload.appRef),
    resolveMedia(actor, payload.media),
    findUserIdsByNames(mentionedNames(body)),
    payload.moment ? prepareMoment(payload.moment) : null,
    payload.quote ? resolveQuote(actor, payload.quote) : null,
  ]);
  const createdAt = at ?? new Date();
  const id = at ? idAt(at) : uuidv7();
  const image = media[0]?.record.fileKey;
  const slots = { title: titleOf(body), ...(image && { image: fileUrl(image) }) };
  const row = {
    id,
    authorId: actor.id,
    body,
    appId: app?.appId ?? null,
    appVersion: app?.version ?? null,
    // Everybody who plays a moment has a copy of their own.
    sharesApp: !moment,
    render: { mode: "template", templateId: payload.render?.templateId ?? DEFAULT_TEMPLATE_ID, slots },
    clientKey,
    quoteId: payload.quote ?? null,
    parent,
    replyPolicy: parent?.replyPolicy ?? payload.replyPolicy ?? "everyone",
    replyAllowed: payload.replyPolicy === "mentioned" ? mentioned : [],
    warning: normalizeText(payload.warning ?? ""),
    sensitive: payload.sensitive === true && media.length > 0,
    createdAt,
    terms: textTerms(body),
  };
  const store = async (tx: Db) => {
    const counting = [payload.quote, parent?.id].filter((id) => id != null);
    if (counting.length > 0) await lockCounting({ ids: counting }, tx);
    if (!(await insertPost(row, tx))) return null;
    for (const [position, { record, alt }] of media.entries()) {
      if (!(await attachMedia({ id: record.id, ownerId: actor.id, postId: id, position, alt }, tx)))
        throw usedMedia();
    }
    if (moment && app) await insertMoment({ ...moment, postId: id, appId: app.appId }, tx);
    const quoted = payload.quote ? await countQuote(payload.quote, 1, tx) : null;
    const replied = parent && (await countReply(parent.id, 1, tx));
    if (parent && !replied) throw new AppError("not_found");
    const about = { actorId: actor.id, postId: id, text: body, at };
    const others = mentioned.filter((userId) => userId !== quotedAuthor && userId !== parent?.authorId);
    return [
      ...(replied ? [{ type: "counts" as const, postId: parent.id, ...replied }] : []),
      ...(parent ? await notify({ ...about, kind: "comment", userIds: [parent.authorId] }, tx) : []),
      ...(quoted && payload.quote ? [{ type: "counts" as const, postId: payload.quote, ...quoted }] : []),
      ...(quotedAuthor ? await notify({ ...about, kind: "quote", userIds: [quotedAuthor] }, tx) : []),
      ...(await notify({ ...about, kind: "mention", userIds: others }, tx)),
    ];
  };
  // Otherwise there is one statement, which needs no transaction.
  const isMore =
    media.length > 0 || mentioned.length > 0 || moment !== null || quotedAuthor !== null || parent !== null;
  const events = isMore ? await inTransaction(store) : await store(db());
  if (!events) {
    // A concurrent request with the same client key was first.
    const known = clientKey && (await findPostIdByClientKey(actor.id, clientKey));
    if (!known) throw new AppError("conflict");
    return { post: await getPost({ viewer: actor, id: known }), created: false };
  }
  publish(
    parent
      ? { type: "reply", id, authorId: actor.id, parentId: parent.id, parentAuthorId: parent.authorId }
      : { type: "post", id, authorId: actor.id },
    ...events,
  );
  return { post: await getPost({ viewer: actor, id }), created: true };
}

/** Like createPost, with pictures to upload. They are deleted again if the post is not created. */
export async function createPostWithFiles({
  files,
  ...request
}: NewPostRequest & { files: { bytes: Uint8Array; alt: string }[] }): Promise<{
  post: Post;
  created: boolean;
}> {
  const { actor, payload } = request;
  const uploaded: PostMedia[] = [];
  const drop = () => dropMedia({ actor, ids: uploaded.map(({ id }) => id) });
  try {
    for (const { bytes, alt } of files) uploaded.push(await uploadMedia({ actor, bytes, alt }));
    const media = [...payload.media, ...uploaded.map(({ id }) => ({ id, alt: undefined }))];
    const result = await createPost({ ...request, payload: { ...payload, media } });
    if (!result.created) await drop();
    return result;
  } catch (error) {
    await drop();
    throw error;
  }
}

async function resolveApp(
  actor: Actor,
  ref: PostPayload["appRef"],
): Promise<{ appId: string; version: string } | null> {
  if (!ref) return null;
  const app = await findApp({ id: ref.appId }, actor.id);
  if (!app || !canApp(actor, "view", app)) throw new AppError("unknown_app");
  if (
    ref.version &&
    ref.version !== app.version &&
    !(await findAppVersion(app.id, { version: ref.version }, undefined, {
      onlyPublished: app.ownerId !== actor.id,
    }))
  ) {
    throw fieldError("appRef.version", "unknown", "The app has no such version.");
  }
  return { appId: app.id, version: ref.version ?? app.version };
}

/** @returns the author of the post to quote */
async function resolveQuote(actor: Actor, id: string): Promise<string> {
  const authorId = await findPostAuthor(actor.id, id);
  if (authorId === null)
    throw fieldError("quote", "unknown", "The post that you quote is not there any more.");
  return authorId;
}

async function resolveMedia(
  actor: Actor,
  refs: PostPayload["media"],
): Promise<{ record: MediaRecord; alt: string }[]> {
  if (refs.length === 0) return [];
  const ids = refs.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) {
    throw fieldError("media", "duplicate", "A picture stands twice in this post.");
  }
  const records = new Map((await findFreeMedia(actor.id, ids)).map((record) => [record.id, record]));
  return refs.map(({ id, alt }) => {
    const record = records.get(id);
    if (!record) throw usedMedia();
    return { record, alt: alt === undefined ? record.alt : normalizeText(alt) };
  });
}

function usedMedia(): AppError {
  return fieldError(
    "media",
    "unknown",
    "A picture of this post is not there, or was posted before. Please add it again.",
  );
}

function fieldError(path: string, code: string, message: string): AppError {
  return new AppError("validation_error", { message, fields: [{ path, code, message }] });
}

/** One post as the viewer sees it. @throws AppError not_found, also if its author and the viewer are blocked */
export async function getPost({ viewer, id }: { viewer: Actor; id: string }): Promise<Post> {
  const [card] = await findPosts(viewer.id, [id]);
  if (!card) throw new AppError("not_found");
  return presentPost(card);
}

/**
 * Lets people share one instance of the post's app, or have it each alone.
 * @throws AppError not_found; forbidden if it is somebody else's
 */
export async function setSharesApp({
  actor,
  id,
  sharesApp,
}: {
  actor: Actor;
  id: string;
  sharesApp: boolean;
}): Promise<Post> {
  const post = await getPost({ viewer: actor, id });
  if (post.author.id !== actor.id) throw new AppError("forbidden");
  await updateSharesApp(id, sharesApp);
  return { ...post, sharesApp };
}

/** Deletes the actor's own post. @throws AppError not_found; forbidden if it is somebody else's */
export async function deletePost({ actor, id }: { actor: Actor; id: string }): Promise<void> {
  const deleted = await inTransaction((tx) => removePost({ id, authorId: actor.id }, tx));
  if (!deleted) {
    const [card] = await findPosts(actor.id, [id]);
    throw new AppError(card ? "forbidden" : "not_found");
  }
  publish(...deleted.events);
  await dropFiles(deleted.files);
}

/**
 * Deletes a post in the caller's transaction.
 * @returns what to publish after the commit, and the keys of files that nothing names any more; null if it is not the author's
 */
export async function removePost(
  { id, authorId }: { id: string; authorId: string },
  tx: Db,
): Promise<{ events: LiveEvent[]; files: string[] } | null> {
  await lockCounting({ post: id }, tx);
  const row = await deletePostRow({ id, authorId }, tx);
  if (!row) return null;
  const quoted = row.quoteId ? await countQuote(row.quoteId, -1, tx) : null;
  const replied = row.parentId ? await countReply(row.parentId, -1, tx) : null;
  const events: LiveEvent[] = [{ type: "post_deleted", id, authorId }];
  if (row.quoteId && quoted) events.push({ type: "counts", postId: row.quoteId, ...quoted });
  if (row.parentId && replied) events.push({ type: "counts", postId: row.parentId, ...replied });
  return { events, files: row.files };
}

/** Current counts and live cards of posts, without those that are deleted or that the viewer may not see. */
export async function listPostCounts({
  viewer,
  ids,
}: {
  viewer: Actor;
  ids: string[];
}): Promise<PostCounts[]> {
  return (await findPostCounts(viewer.id, ids)).map(presentPostCounts);
}
