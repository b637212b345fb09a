import "server-only";
import { findVisibleApps } from "@/lib/apps/service";
import { DRAFTS_MAX } from "@/lib/config/limits";
import { SCHEDULE_PROBLEMS } from "@/lib/notifications/rules";
import type { Actor } from "@/lib/shared/contract";
import { AppError, fieldError } from "@/lib/shared/errors";
import {
  readStoredContent,
  type Draft,
  type DraftBody,
  type DraftContent,
  type SavedDraft,
} from "./draft-contract";
import {
  countDrafts,
  deleteDraft as deleteRow,
  findDraft,
  insertDraft,
  listDrafts,
  updateDraft,
  type DraftRecord,
} from "./draft-repository";
import { findFreeMedia } from "./media-repository";
import { presentMedia, presentPost } from "./presenter";
import { asQuoted } from "./quoted-contract";
import { findPosts } from "./repository";

type DraftRequest = { actor: Actor; id: string };

/** What a change may leave as it is. */
const OPTIONAL = ["thread", "replyTo", "quote"] as const;

/** The actor's drafts, last changed first, without those that this version cannot read. */
export async function getDrafts(actor: Actor): Promise<Draft[]> {
  return describe(actor, await listDrafts(actor.id));
}

/** @throws AppError not_found, also for somebody else's; unavailable if this version cannot read it */
export async function getDraft({ actor, id }: DraftRequest): Promise<Draft> {
  const record = await findDraft({ id, ownerId: actor.id });
  if (!record) throw new AppError("not_found");
  const [draft] = await describe(actor, [record]);
  if (!draft) throw new AppError("unavailable");
  return draft;
}

/**
 * Creates or updates a draft. Idempotent.
 * @throws AppError conflict if it was changed or ended elsewhere since `revision`; validation_error beyond DRAFTS_MAX
 */
export async function saveDraft({
  actor,
  id,
  draft: { revision, ...given },
}: DraftRequest & { draft: DraftBody }): Promise<SavedDraft> {
  const key = { id, ownerId: actor.id };
  const removed = OPTIONAL.filter((field) => given[field] !== undefined && !given[field]?.length);
  const content = Object.fromEntries(
    Object.entries(given).filter(([field]) => !removed.some((name) => name === field)),
  );
  const updated = await updateDraft(key, { content, removed, revision });
  if (updated !== null) return { id, revision: updated };
  if (revision === 0) {
    if (await insertDraft(key, content)) return { id, revision: 1 };
    if ((await countDrafts(actor.id)) >= DRAFTS_MAX)
      throw fieldError("draft", "too_many", `You can keep ${DRAFTS_MAX} drafts at most.`);
  }
  throw new AppError("conflict");
}

/** Idempotent. */
export async function deleteDraft({ actor, id }: DraftRequest): Promise<void> {
  await deleteRow({ id, ownerId: actor.id });
}

type Part<Options> = Pick<DraftContent, "text" | "media" | "appId"> & { options: Options };

async function describe(actor: Actor, records: DraftRecord[]): Promise<Draft[]> {
  const drafts = records.flatMap((record) => {
    const content = readStoredContent(record.content);
    return content ? [{ ...record, content }] : [];
  });
  const parts = drafts.flatMap(({ content }) => [content, ...(content.thread ?? [])]);
  const pictures = parts.flatMap(({ media }) => media.map(({ id }) => id));
  const postIds = drafts.flatMap(({ content }) => content.replyTo ?? content.quote ?? []);
  const [media, apps, posts] = await Promise.all([
    pictures.length > 0 ? findFreeMedia(actor.id, pictures) : [],
    findVisibleApps(
      actor,
      parts.flatMap(({ appId }) => appId ?? []),
    ),
    postIds.length > 0 ? findPosts(actor.id, postIds) : [],
  ]);
  const stored = new Map(media.map((record) => [record.id, record]));
  const known = new Map(posts.map((card) => [card.id, asQuoted(presentPost(card))]));
  const shown = <T extends object>({ text, media, appId, options }: Part<T>) => ({
    text,
    options,
    media: media.flatMap(({ id, alt }) => {
      const record = stored.get(id);
      return record ? { ...presentMedia(record), alt } : [];
    }),
    app: (appId && apps.get(appId)) || null,
  });
  const about = ({ replyTo, quote }: DraftContent): Draft["about"] => {
    const id = replyTo ?? quote;
    return id ? { type: replyTo ? "reply" : "quote", id, post: known.get(id) ?? null } : null;
  };
  return drafts.map(({ id, revision, updatedAt, scheduledAt, problem, content }) => ({
    id,
    revision,
    ...shown(content),
    thread: (content.thread ?? []).map(shown),
    about: about(content),
    updatedAt: updatedAt.toISOString(),
    scheduledAt: scheduledAt?.toISOString() ?? null,
    problem: SCHEDULE_PROBLEMS.find((code) => code === problem) ?? null,
  }));
}
