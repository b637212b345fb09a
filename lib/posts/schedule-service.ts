import "server-only";
import type { z } from "zod";
import { JOB_BATCH, SCHEDULE_MAX_DAYS } from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import { logger } from "@/lib/infra/logger";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { isSuspended, requireUnlimited } from "@/lib/moderation/standing-service";
import type { ScheduleProblem } from "@/lib/notifications/rules";
import { notifyFromInstance, publish } from "@/lib/notifications/notify-service";
import type { Actor } from "@/lib/shared/contract";
import { AppError, fieldError } from "@/lib/shared/errors";
import { isBlank } from "@/lib/shared/visible-text";
import { postPayload, type Post, type PostPayload } from "./contract";
import { readStoredContent, type Draft, type DraftContent } from "./draft-contract";
import {
  deleteDraft,
  failSchedule,
  findDraft,
  listDueDrafts,
  postponeDraft,
  setSchedule,
  type DraftRecord,
} from "./draft-repository";
import { getDraft } from "./draft-service";
import { resolveQuote } from "./attachment-service";
import { findParent } from "./reply-repository";
import { findPostIdByClientKey } from "./repository";
import { createPost, getPost } from "./service";
import type { Sender } from "./thread-limit-service";

/** After a failure on our side. */
const SCHEDULE_RETRY_MS = 5 * 60_000;

type DraftRequest = { actor: Actor; id: string };

/**
 * Schedules a draft for publication.
 * @throws AppError not_found; validation_error for another time, a draft that cannot be a post, or without the post that
 * it replies to or quotes; account_limited; replies_limited; private_account
 */
export async function scheduleDraft({ actor, id, at }: DraftRequest & { at: Date }): Promise<Draft> {
  const ahead = at.getTime() - Date.now();
  if (ahead <= 0 || ahead > SCHEDULE_MAX_DAYS * 86_400_000)
    throw fieldError("at", "out_of_range", `The time must be in the next ${SCHEDULE_MAX_DAYS} days.`);
  const draft = await findDraft({ id, ownerId: actor.id });
  if (!draft) throw new AppError("not_found");
  const { replyTo, payload } = requestOf(draft);
  await requireUnlimited(actor);
  // Again when it is published: neither has to be there until then.
  const parent = replyTo ? await findParent(actor.id, replyTo) : null;
  if (replyTo && !parent)
    throw fieldError("replyTo", "unknown", "The post that you reply to is not there any more.");
  if (parent?.canReply === false) throw new AppError("replies_limited");
  if (payload.quote) await resolveQuote(actor, payload.quote);
  if (!(await setSchedule({ id, ownerId: actor.id }, at))) throw new AppError("not_found");
  return getDraft({ actor, id });
}

/** Turns a scheduled post back into a draft. Idempotent. @throws AppError not_found */
export async function unscheduleDraft({ actor, id }: DraftRequest): Promise<Draft> {
  await setSchedule({ id, ownerId: actor.id }, null);
  return getDraft({ actor, id });
}

/**
 * Publishes a draft now. Idempotent: its id is the client key of the post.
 * @throws AppError not_found, and what createPost throws
 */
export async function publishDraft({ actor, id, sender }: DraftRequest & { sender: Sender }): Promise<Post> {
  const draft = await findDraft({ id, ownerId: actor.id });
  if (draft) {
    const { post, created } = await createPost({ actor, sender, ...requestOf(draft) });
    if (!created) await deleteDraft({ id, ownerId: actor.id });
    return post;
  }
  const known = await findPostIdByClientKey(actor.id, id);
  if (!known) throw new AppError("not_found");
  return getPost({ viewer: actor, id: known });
}

/**
 * Cron job: publishes scheduled posts. One that cannot be published becomes a draft again, and its author is notified
 * of the reason. Creating the post and deleting its draft as it was read are one transaction: an interrupted or
 * concurrent run publishes nothing twice, and nothing that its author has changed meanwhile.
 * @returns how many were dealt with; others are scheduled again for later
 */
export async function publishDueDrafts(now: Date): Promise<number> {
  let done = 0;
  for (const draft of await listDueDrafts(now, JOB_BATCH)) {
    try {
      await publishDue(draft, now);
      done++;
    } catch (error) {
      const { code, status = 500, retryAfter }: Partial<AppError> = error instanceof AppError ? error : {};
      if (code === "rate_limited" || status >= 500) {
        const delay = retryAfter === undefined ? SCHEDULE_RETRY_MS : retryAfter * 1_000;
        await postponeDraft(draft, new Date(now.getTime() + delay));
        if (status >= 500)
          logger().error({ err: error, draft: draft.id }, "could not publish a scheduled post");
        continue;
      }
      // With a conflict it was changed, published or deleted meanwhile.
      if (code !== "conflict") await fail(draft, problemOf(error as AppError));
      done++;
    }
  }
  return done;
}

/** @throws AppError rate_limited, and what createPost throws */
async function publishDue(draft: DraftRecord & { ownerId: string }, now: Date): Promise<void> {
  const actor = { id: draft.ownerId };
  if (await isSuspended(actor, now)) return fail(draft, "account_suspended");
  const request = requestOf(draft);
  await consumeLimit("posts", actor.id);
  const { created } = await createPost({ actor, ...request, due: { revision: draft.revision, now } });
  // There was a post with its key before.
  if (!created) await deleteDraft(draft);
}

async function fail(
  { id, ownerId }: { id: string; ownerId: string },
  problem: ScheduleProblem,
): Promise<void> {
  const events = await inTransaction(async (tx) =>
    // Another process may have published it in the meantime.
    (await failSchedule({ id, ownerId }, problem, tx))
      ? notifyFromInstance({ kind: "schedule", userId: ownerId, draftId: id, text: problem }, tx)
      : [],
  );
  publish(...events);
}

function problemOf(error: AppError): ScheduleProblem {
  const { code, fields } = error;
  if (code === "account_limited" || code === "unknown_app" || code === "replies_limited") return code;
  // Nothing else of a post is looked for without a field that it is in.
  if (code === "not_found") return "reply_gone";
  const path = fields?.[0]?.path;
  if (code === "private_account" || path === "quote") return "quote_gone";
  return path === "media" ? "media_gone" : "invalid";
}

type Part<Options> = Pick<DraftContent, "text" | "media" | "appId"> & { options: Options };

/** @throws AppError validation_error if it does not meet the limits of a post; unavailable if this version cannot read it */
function requestOf({ id, content }: Pick<DraftRecord, "id" | "content">): {
  payload: PostPayload;
  replyTo: string | undefined;
} {
  const stored = readStoredContent(content);
  if (!stored) throw new AppError("unavailable");
  const { thread = [], replyTo, quote, ...first } = stored;
  const part = <Options>({ text, media, appId, options }: Part<Options>) => ({
    ...options,
    body: text,
    media,
    appRef: appId ? { appId } : null,
  });
  const { text, media, appId } = first;
  const input: z.input<typeof postPayload> = {
    ...part(first),
    quote,
    ...(thread.length > 0 && { thread: thread.map(part) }),
    draft: id,
    clientKey: id,
  };
  const payload = postPayload.safeParse(input);
  if (!payload.success) throw fieldError("body", "too_big", payload.error.issues[0]?.message ?? "");
  if (isBlank(text) && media.length === 0 && !appId)
    throw fieldError("body", "required", "A post needs some text, a picture or an app.");
  return { payload: payload.data, replyTo: replyTo ?? undefined };
}
