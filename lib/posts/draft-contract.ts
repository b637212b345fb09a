import { z } from "zod";
import { appShortSchema } from "@/lib/apps/contract";
import { DRAFT_TEXT_MAX_CHARS, POST_MEDIA_MAX, POST_THREAD_MAX } from "@/lib/config/limits";
import { SCHEDULE_PROBLEMS } from "@/lib/notifications/rules";
import { idSchema } from "@/lib/shared/contract";
import { mediaAltSchema, postMediaSchema, quotedPostSchema, warningSchema } from "./contract";
import { REPLY_POLICIES } from "./rules";

const partOptions = z.strictObject({
  warning: warningSchema.optional(),
  sensitive: z.boolean().optional(),
  preview: z.boolean().optional(),
});

const mediaRef = z.strictObject({ id: idSchema, alt: mediaAltSchema });

/** A further post of a thread. */
const draftPartSchema = z.strictObject({
  text: z.string().max(DRAFT_TEXT_MAX_CHARS),
  media: z.array(mediaRef).max(POST_MEDIA_MAX),
  appId: idSchema.nullable(),
  options: partOptions,
});

/** The content of a draft. May be longer than a post, because it is unfinished. */
export const draftContentSchema = draftPartSchema.extend({
  options: partOptions.extend({ replyPolicy: z.enum(REPLY_POLICIES).optional() }),
  thread: z
    .array(draftPartSchema)
    .max(POST_THREAD_MAX - 1)
    .optional(),
  /** The post to reply to, and the one to quote. */
  replyTo: idSchema.nullish(),
  quote: idSchema.nullish(),
});
export type DraftContent = z.infer<typeof draftContentSchema>;

const storedPartSchema = draftPartSchema
  .extend({ media: z.array(mediaRef.strip()).max(POST_MEDIA_MAX), options: partOptions.strip() })
  .strip();

/** A draft's content as it is stored. A later version, of which a process runs already, may have added fields. */
const storedContentSchema = draftContentSchema
  .extend({
    media: storedPartSchema.shape.media,
    options: draftContentSchema.shape.options.strip(),
    thread: z
      .array(storedPartSchema)
      .max(POST_THREAD_MAX - 1)
      .optional(),
  })
  .strip();

/** @returns null if this version cannot read it */
export const readStoredContent = (content: unknown): DraftContent | null =>
  storedContentSchema.safeParse(content).data ?? null;

/**
 * Body of `PUT /v1/drafts/{id}`. `revision` is the one that the change is based on; 0 for a new draft. Without `thread`,
 * `replyTo` or `quote`, which earlier clients do not know, those stay; an empty array or null removes them.
 */
export const draftBody = draftContentSchema.extend({ revision: z.int32().min(0) });
export type DraftBody = z.infer<typeof draftBody>;

/** Body of `PUT /v1/drafts/{id}/schedule`. */
export const scheduleBody = z.strictObject({ at: z.iso.datetime({ offset: true }) });

export const savedDraftSchema = z.object({ id: z.string(), revision: z.number() });
export type SavedDraft = z.infer<typeof savedDraftSchema>;

const shownPartSchema = z.object({
  text: z.string(),
  media: z.array(postMediaSchema),
  app: appShortSchema.nullable(),
  options: partOptions,
});

/** Without pictures and apps that no longer exist. */
export const draftSchema = savedDraftSchema.extend({
  ...shownPartSchema.shape,
  options: draftContentSchema.shape.options,
  thread: z.array(shownPartSchema),
  /** The post that it replies to or quotes; `post` is null if that is deleted or not visible any more. */
  about: z
    .object({ type: z.enum(["reply", "quote"]), id: z.string(), post: quotedPostSchema.nullable() })
    .nullable(),
  updatedAt: z.string(),
  /** When it will be published. */
  scheduledAt: z.string().nullable(),
  /** Why it could not be published on time. */
  problem: z.enum(SCHEDULE_PROBLEMS).nullable(),
});
export type Draft = z.infer<typeof draftSchema>;
