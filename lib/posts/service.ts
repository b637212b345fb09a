import "server-only";
import { uuidv7 } from "uuidv7";
import { DEFAULT_TEMPLATE_ID } from "@/lib/config/limits";
import type { Post, PostCounts, PostPayload, UploadedMedia } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { canApp } from "@/lib/apps/rules";
import { normalizeText, titleOf } from "./rules";
import { mentionedNames } from "./rich-text";
import { textTerms } from "@/lib/search/terms";
import { idAt } from "@/lib/shared/time-id";
import { db, inTransaction, type Db } from "@/lib/db/client";
import { fileUrl } from "@/lib/files/file-url";
import { presentPost } from "./presenter";
import { findApp } from "@/lib/apps/repository";
import { findAppVersion } from "@/lib/apps/version-repository";
import { attachMedia, findFreeMedia, type MediaRecord } from "./media-repository";
import { findUserIdsByNames } from "@/lib/people/repository";
import {
  deletePost as deletePostRow,
  findPostCounts,
  findPostIdByClientKey,
  findPosts,
  insertPost,
} from "./repository";
import { dropFiles, dropMedia, uploadMedia } from "./media-service";
import { notify, publish } from "@/lib/notifications/notify-service";

export type NewPostRequest = {
  actor: Actor;
  payload: PostPayload;
  /** When it was written, where that is not now (demo content). */
  at?: Date;
};

/**
 * Publishes a post. Sent again under the same client key, it is the same post.
 * @returns the post, and whether this call made it
 * @throws AppError validation_error, unknown_app
 */
export async function createPost({
  actor,
  payload,
  at,
}: NewPostRequest): Promise<{ post: Post; created: boolean }> {
  const body = normalizeText(payload.body);
  if (!body.trim() && payload.media.length === 0 && !payload.appRef) {
    throw fieldError("body", "required", "A post needs some text, a picture or an app.");
  }
  const clientKey = payload.clientKey ?? null;
  const plain = payload.media.length === 0 && !payload.appRef;
  // What hangs on a post that was sent before is taken already: look first. A plain one finds out as it is stored.
  if (clientKey && !plain) {
    const known = await findPostIdByClientKey(actor.id, clientKey);
    if (known) return { post: await getPost({ viewer: actor, id: known }), created: false };
  }
  const [app, media, mentioned] = await Promise.all([
    resolveApp(actor, payload.appRef),
    resolveMedia(actor, payload.media),
    findUserIdsByNames(mentionedNames(body)),
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
    render: { mode: "template", templateId: payload.render?.templateId ?? DEFAULT_TEMPLATE_ID, slots },
    clientKey,
    createdAt,
    terms: textTerms(body),
  };
  const store = async (tx: Db) => {
    const author = await insertPost(row, tx);
    if (!author) return null;
    for (const [position, { record, alt }] of media.entries()) {
      if (!(await attachMedia({ id: record.id, ownerId: actor.id, postId: id, position, alt }, tx)))
        throw usedMedia();
    }
    const happening = { kind: "mention" as const, actorId: actor.id, userIds: mentioned, postId: id, at };
    return { author, events: await notify(happening, tx) };
  };
  // A post without pictures and mentions is one statement, and one statement is a transaction already.
  const made = media.length > 0 || mentioned.length > 0 ? await inTransaction(store) : await store(db());
  if (!made) {
    // Two sendings of one post met: the other one was first.
    const known = clientKey && (await findPostIdByClientKey(actor.id, clientKey));
    if (!known) throw new AppError("conflict");
    return { post: await getPost({ viewer: actor, id: known }), created: false };
  }
  publish({ type: "post", id, authorId: actor.id }, ...made.events);
  if (!plain) return { post: await getPost({ viewer: actor, id }), created: true };
  const card = {
    ...row,
    ...made.author,
    likesCount: 0,
    commentsCount: 0,
    liked: false,
    media: null,
    app: null,
  };
  return { post: presentPost(card), created: true };
}

/** Like createPost, with pictures that come along. Those of a post that is not made are removed again. */
export async function createPostWithFiles({
  files,
  ...request
}: NewPostRequest & { files: { bytes: Uint8Array; alt: string }[] }): Promise<{
  post: Post;
  created: boolean;
}> {
  const { actor, payload } = request;
  const uploaded: UploadedMedia[] = [];
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
    !(await findAppVersion(app.id, { version: ref.version }))
  ) {
    throw fieldError("appRef.version", "unknown", "The app has no such version.");
  }
  return { appId: app.id, version: ref.version ?? app.version };
}

async function resolveMedia(
  actor: Actor,
  refs: PostPayload["media"],
): Promise<{ record: MediaRecord; alt: string }[]> {
  if (refs.length === 0) return [];
  if (new Set(refs.map(({ id }) => id)).size !== refs.length) {
    throw fieldError("media", "duplicate", "A picture stands twice in this post.");
  }
  const records = new Map(
    (
      await findFreeMedia(
        actor.id,
        refs.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
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

/**
 * One post as the viewer sees it.
 * @throws AppError not_found also where its author and the viewer are blocked
 */
export async function getPost({ viewer, id }: { viewer: Actor; id: string }): Promise<Post> {
  const [card] = await findPosts(viewer.id, [id]);
  if (!card) throw new AppError("not_found");
  return presentPost(card);
}

/** Removes one's own post. @throws AppError not_found, forbidden where it is somebody else's */
export async function deletePost({ actor, id }: { actor: Actor; id: string }): Promise<void> {
  const files = await inTransaction((tx) => deletePostRow({ id, authorId: actor.id }, tx));
  if (!files) {
    const [card] = await findPosts(actor.id, [id]);
    throw new AppError(card ? "forbidden" : "not_found");
  }
  publish({ type: "post_deleted", id, authorId: actor.id });
  await dropFiles(files);
}

/** What these posts count now; those that the viewer may not see, or that are gone, are left out. */
export function listPostCounts({ viewer, ids }: { viewer: Actor; ids: string[] }): Promise<PostCounts[]> {
  return findPostCounts(viewer.id, ids);
}
