import "server-only";
import { findApp } from "@/lib/apps/repository";
import { canApp } from "@/lib/apps/rules";
import { findAppVersion } from "@/lib/apps/version-repository";
import type { Actor } from "@/lib/shared/contract";
import { AppError, fieldError } from "@/lib/shared/errors";
import type { PostPayload } from "./contract";
import { findFreeMedia, type MediaRecord } from "./media-repository";
import { normalizeText } from "./rules";
import { requireSharable } from "./share-service";

// What a new post has beside its text.

/** @throws AppError unknown_app; validation_error for a version that does not exist */
export async function resolveApp(
  actor: Actor,
  ref: PostPayload["appRef"],
): Promise<{ appId: string; version: string } | null> {
  if (!ref) return null;
  const app = await findApp({ id: ref.appId }, actor.id);
  if (!app || app.blocked || !canApp(actor, "view", app)) throw new AppError("unknown_app");
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

/** @returns the author of the post to quote @throws AppError validation_error, private_account */
export async function resolveQuote(actor: Actor, id: string): Promise<string> {
  try {
    return await requireSharable(actor, id);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    throw fieldError("quote", "unknown", "The post that you quote is not there any more.");
  }
}

/** @throws AppError validation_error for a missing one, or one that is in a post already */
export async function resolveMedia(
  actor: Actor,
  refs: PostPayload["media"],
): Promise<{ record: MediaRecord; alt: string }[]> {
  if (refs.length === 0) return [];
  const ids = refs.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) {
    throw fieldError("media", "duplicate", "A picture stands twice in this post.");
  }
  const records = new Map((await findFreeMedia(actor.id, ids)).map((record) => [record.id, record]));
  if (refs.length > 1 && [...records.values()].some(({ playback }) => playback))
    throw fieldError(
      "media",
      "alone",
      "A video or a sound recording is alone in its post, without pictures.",
    );
  return refs.map(({ id, alt }) => {
    const record = records.get(id);
    if (!record) throw usedMedia();
    return { record, alt: alt === undefined ? record.alt : normalizeText(alt) };
  });
}

export function usedMedia(): AppError {
  return fieldError(
    "media",
    "unknown",
    "A picture of this post is not there, or was posted before. Please add it again.",
  );
}
