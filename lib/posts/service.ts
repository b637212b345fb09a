import "server-only";
import { uuidv7 } from "uuidv7";
import { DEFAULT_TEMPLATE_ID } from "@/lib/config/limits";
import type { Post, PostCounts, PostMedia, PostPart, PostPayload } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError, fieldError } from "@/lib/shared/errors";
import { normalizeText, titleOf } from "./rules";
import { mentionedNames } from "@/lib/shared/rich-text";
import { textTerms } from "@/lib/search/terms";
import { idAt } from "@/lib/shared/time-id";
import { db, inTransaction, type Db } from "@/lib/db/client";
import { fileUrl } from "@/lib/files/file-url";
import { presentPost, presentPostCounts } from "./presenter";
import { deleteDraft, deleteDueDraft } from "./draft-repository";
import { resolveApp, resolveMedia, resolveQuote, usedMedia } from "./attachment-service";
import { attachMedia } from "./media-repository";
import { prepareMoment } from "./moment-service";
import { insertMoment } from "./moment-repository";
import { findUserIdsByNames } from "@/lib/people/repository";
import {
  deletePost as deletePostRow,
  findPostCounts,
  findPostIdByClientKey,
  findPosts,
  insertPost,
  updateSharesApp,
} from "./repository";
import { countQuote, lockCounting } from "./quote-repository";
import { countReply, findParent, type Parent } from "./reply-repository";
import { countThread, type Sender } from "./thread-limit-service";
import { queueCard } from "./link-service";
import { dropFiles, dropMedia, uploadMedia } from "./media-service";
import { requireUnlimited } from "@/lib/moderation/standing-service";
import { findCard } from "@/lib/links/service";
import { cardAddress } from "@/lib/links/rules";
import { notify, publish } from "@/lib/notifications/notify-service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { isBlank } from "@/lib/shared/visible-text";

export type NewPostRequest = {
  actor: Actor;
  payload: PostPayload;
  /** The id of the parent post. */
  replyTo?: string | undefined;
  /** When it was written; now by default. */
  at?: Date;
  /** Imported from an archive: marked as such, and nobody is notified. */
  isImport?: boolean;
  /** The draft of the payload is published only if it is still due at `now` and has this revision. */
  due?: { revision: number; now: Date };
  /** Whose rate limit the further posts of a thread count against; the actor's by default. */
  sender?: Sender;
};

/**
 * Publishes a post or a reply, or a whole thread: all of it or nothing. Idempotent for one client key.
 * @returns the (first) post, and whether this call created it
 * @throws AppError validation_error, account_limited, unknown_app, payload_too_large, invalid_image; not_found without
 * the post to reply to; private_account for quoting a private person; replies_limited if its author lets others reply;
 * conflict if its draft is not due any more; rate_limited and thread_too_long for a thread
 */
export async function createPost({
  actor,
  payload,
  replyTo,
  at,
  isImport = false,
  due,
  sender = { key: actor.id, isNew: false },
}: NewPostRequest): Promise<{ post: Post; created: boolean }> {
  const { thread = [], ...start } = payload;
  requireContent(start, "body");
  for (const [index, part] of thread.entries()) requireContent(part, `thread.${index}.body`);
  if (payload.moment && !payload.appRef) throw fieldError("moment", "required", "A moment needs its app.");
  const clientKey = payload.clientKey ?? null;
  const { known, parent } = await checkPost({ actor, payload: start, replyTo });
  if (known) return { post: await getPost({ viewer: actor, id: known }), created: false };
  const about = { actor, at, isImport };
  const first = await preparePost({ ...about, part: start, parent });
  const posts = [first];
  for (const part of thread) posts.push(await preparePost({ ...about, part, parent: ownParent(posts) }));
  await countThread({ sender, replies: thread.length, isReply: parent !== null });
  const { id } = first.row;
  const store = async (tx: Db) => {
    const counting = [payload.quote, parent?.id].filter((id) => id != null);
    if (counting.length > 0) await lockCounting({ ids: counting }, tx);
    const events: LiveEvent[] = [];
    for (const post of posts) {
      const stored = await storePost({ post, isImport, at }, tx);
      if (!stored) return null;
      events.push(...stored);
    }
    if (payload.draft) {
      const draft = { id: payload.draft, ownerId: actor.id };
      if (!due) await deleteDraft(draft, tx);
      else if (!(await deleteDueDraft({ ...draft, revision: due.revision }, due.now, tx)))
        throw new AppError("conflict");
    }
    return events;
  };
  // Otherwise there is one statement, which needs no transaction.
  const isMore =
    first.link !== null ||
    payload.draft !== undefined ||
    posts.length > 1 ||
    first.media.length > 0 ||
    first.mentioned.length > 0 ||
    first.moment !== null ||
    first.quotedAuthor !== null ||
    parent !== null;
  const events = isMore ? await inTransaction(store) : await store(db());
  if (!events) {
    // A concurrent request with the same client key was first.
    const known = clientKey && (await findPostIdByClientKey(actor.id, clientKey));
    if (!known) throw new AppError("conflict");
    return { post: await getPost({ viewer: actor, id: known }), created: false };
  }
  if (isImport) return { post: await getPost({ viewer: actor, id }), created: true };
  publish(...posts.map(announcement), ...events);
  return { post: await getPost({ viewer: actor, id }), created: true };
}

/**
 * Checks whether the actor may publish a post now.
 * @returns its parent, or the id of the post that has its client key already
 * @throws AppError account_limited, not_found, replies_limited, validation_error
 */
export async function checkPost({
  actor,
  payload,
  replyTo,
}: Pick<NewPostRequest, "actor" | "replyTo"> & { payload: Omit<PostPayload, "thread"> }): Promise<{
  known: string | null;
  parent: Parent | null;
}> {
  // Before resolving the pictures: those of a repeated request are in the stored post already.
  const known = payload.clientKey ? await findPostIdByClientKey(actor.id, payload.clientKey) : null;
  if (known) return { known, parent: null };
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
  return { known: null, parent };
}

export function requireContent({ body, media, appRef }: PostPart, path: string): void {
  if (isBlank(normalizeText(body)) && media.length === 0 && !appRef)
    throw fieldError(path, "required", "A post needs some text, a picture or an app.");
}

/** The last of these posts, as the parent of the next one of their thread. */
function ownParent(posts: readonly PreparedPost[]): Parent {
  const { id, authorId, parent, replyPolicy } = posts.at(-1)!.row;
  return { id, rootId: parent?.rootId ?? id, authorId, replyPolicy, canReply: true };
}

export function announcement({ row: { id, authorId, parent } }: PreparedPost): LiveEvent {
  return parent
    ? { type: "reply", id, authorId, parentId: parent.id, parentAuthorId: parent.authorId }
    : { type: "post", id, authorId };
}

type PreparedPost = Awaited<ReturnType<typeof preparePost>>;

/** Resolves what a post has, and makes its row. */
export async function preparePost({
  actor,
  part,
  parent,
  at,
  isImport,
}: {
  actor: Actor;
  part: Omit<PostPayload, "thread"> | PostPart;
  parent: Parent | null;
  at: Date | undefined;
  isImport: boolean;
}) {
  const payload: Omit<PostPayload, "thread"> = { kind: "text", ...part };
  const body = normalizeText(payload.body);
  const [app, media, mentioned, moment, quotedAuthor] = await Promise.all([
    resolveApp(actor, payload.appRef),
    resolveMedia(actor, payload.media),
    findUserIdsByNames(mentionedNames(body)),
    payload.moment ? prepareMoment(payload.moment) : null,
    payload.quote ? resolveQuote(actor, payload.quote) : null,
  ]);
  // A post with pictures, an app or a quote shows no link card.
  const link =
    payload.preview !== false && media.length === 0 && !app && !payload.quote ? cardAddress(body) : null;
  const linkId = link && (await findCard(link));
  const first = media[0]?.record;
  const image = first?.playback ? first.posterKey : first?.fileKey;
  const slots = { title: titleOf(body), ...(image && { image: fileUrl(image) }) };
  const row = {
    id: at ? idAt(at) : uuidv7(),
    authorId: actor.id,
    body,
    appId: app?.appId ?? null,
    appVersion: app?.version ?? null,
    // Everybody who plays a moment gets a copy.
    sharesApp: !moment,
    render: { mode: "template", templateId: payload.render?.templateId ?? DEFAULT_TEMPLATE_ID, slots },
    clientKey: payload.clientKey ?? null,
    quoteId: payload.quote ?? null,
    parent,
    replyPolicy: parent?.replyPolicy ?? payload.replyPolicy ?? "everyone",
    replyAllowed: payload.replyPolicy === "mentioned" ? mentioned : [],
    warning: normalizeText(payload.warning ?? ""),
    sensitive: payload.sensitive === true && media.length > 0,
    linkId,
    createdAt: at ?? new Date(),
    importedAt: isImport ? new Date() : null,
    terms: textTerms(body),
  };
  // The card is fetched later, if it is not known.
  return { row, media, mentioned, moment, quotedAuthor, link: linkId ? null : link };
}

/** @returns the events to publish after the commit; null if a concurrent request with the same client key was first */
export async function storePost(
  {
    post: { row, media, mentioned, moment, quotedAuthor, link },
    isImport,
    at,
  }: { post: PreparedPost; isImport: boolean; at: Date | undefined },
  tx: Db,
): Promise<LiveEvent[] | null> {
  const { id, authorId, parent, quoteId } = row;
  if (!(await insertPost(row, tx))) return null;
  for (const [position, { record, alt }] of media.entries()) {
    if (!(await attachMedia({ id: record.id, ownerId: authorId, postId: id, position, alt }, tx)))
      throw usedMedia();
  }
  if (moment && row.appId) await insertMoment({ ...moment, postId: id, appId: row.appId }, tx);
  const quoted = quoteId ? await countQuote(quoteId, 1, tx) : null;
  const replied = parent && (await countReply(parent.id, 1, tx));
  if (parent && !replied) throw new AppError("not_found");
  if (isImport) return [];
  if (link) await queueCard({ postId: id, authorId, body: row.body }, tx);
  const about = { actorId: authorId, postId: id, text: row.body, at };
  const others = mentioned.filter((userId) => userId !== quotedAuthor && userId !== parent?.authorId);
  return [
    ...(replied ? [{ type: "counts" as const, postId: parent.id, ...replied }] : []),
    ...(parent ? await notify({ ...about, kind: "comment", userIds: [parent.authorId] }, tx) : []),
    ...(quoted && quoteId ? [{ type: "counts" as const, postId: quoteId, ...quoted }] : []),
    ...(quotedAuthor ? await notify({ ...about, kind: "quote", userIds: [quotedAuthor] }, tx) : []),
    ...(await notify({ ...about, kind: "mention", userIds: others }, tx)),
  ];
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
 * @returns the events to publish after the commit, and the keys of unused files; null if it is not the author's
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
  const parentAuthorId = replied?.authorId ?? null;
  const events: LiveEvent[] = [
    { type: "post_deleted", id, authorId, parentId: row.parentId, parentAuthorId },
  ];
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
