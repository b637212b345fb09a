import { z } from "zod";
import {
  CAPTIONS_MAX_BYTES,
  MEDIA_ALT_MAX_CHARS,
  POST_BODY_MAX_CHARS,
  POST_MEDIA_MAX,
  POST_THREAD_MAX,
  RECORDING_TITLE_MAX_CHARS,
  WARNING_MAX_CHARS,
} from "@/lib/config/limits";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";
import { momentInputSchema, postMomentSchema } from "./moment-contract";
import { isEmoji } from "./emoji-rules";
import { FEEDS, REPLY_POLICIES, TEMPLATE_IDS } from "./rules";
import { appShortSchema } from "@/lib/apps/contract";
import { idSchema } from "@/lib/shared/contract";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { countGraphemes } from "@/lib/shared/visible-text";
import { linkCardSchema } from "@/lib/links/contract";
import { REPORT_REASONS } from "@/lib/moderation/rules";
import { postRoomSchema } from "@/lib/rooms/card-contract";
import { boardCardSchema } from "@/lib/scores/card-contract";
import { userShortSchema } from "@/lib/people/user-contract";

/** What a video or a sound recording has beside its file. */
const playbackSchema = z.object({
  kind: z.enum(["video", "audio"]),
  title: z.string(),
  posterUrl: z.string().nullable(),
  durationMs: z.number().nullable(),
  hasSound: z.boolean(),
  /** Its author wants it to play like an animated picture. */
  loops: z.boolean(),
  captions: z.object({ url: z.string(), language: z.string() }).nullable(),
});
export type Playback = z.infer<typeof playbackSchema>;

export const postMediaSchema = z.object({
  id: z.string(),
  url: z.string(),
  type: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  /** A tiny data: URL to show blurred while the picture loads; may be empty. */
  preview: z.string(),
  /** Of a video or a sound recording; `width` and `height` of sound are 0. */
  playback: playbackSchema.optional(),
});
export type PostMedia = z.infer<typeof postMediaSchema>;

const postRenderSchema = z.object({
  mode: z.literal("template"),
  templateId: z.string(),
  slots: z.object({
    title: z.string().optional(),
    content: z.string().optional(),
    image: z.string().optional(),
  }),
});
export type PostRender = z.infer<typeof postRenderSchema>;

/** A content warning that moderators put on a post; `warning` then says so in English unless its author gave one. */
const labelSchema = z.object({
  reason: z.enum(REPORT_REASONS),
  /** The author's own warning; empty without. */
  warning: z.string(),
});

/** A quoted post. */
export const quotedPostSchema = z.object({
  id: z.string(),
  body: z.string(),
  warning: z.string(),
  sensitive: z.boolean(),
  label: labelSchema.optional(),
  author: userShortSchema,
  media: z.array(postMediaSchema),
  app: z.object({ name: z.string(), iconUrl: z.string() }).nullable(),
  createdAt: z.string(),
});
export type QuotedPost = z.infer<typeof quotedPostSchema>;

const countsSchema = z.object({
  likes: z.number(),
  comments: z.number(),
  reposts: z.number(),
  quotes: z.number(),
});

/** The counters of a post, the same for every viewer. */
export type PostTotals = z.infer<typeof countsSchema> & {
  /** Number of reactions by emoji. */
  emojis: Record<string, number>;
};

const emojiCountSchema = z.object({ emoji: z.string(), count: z.number(), mine: z.boolean() });

export const postSchema = z.object({
  id: z.string(),
  kind: z.literal("text"),
  body: z.string(),
  /** Shown in place of the post until somebody opens it; empty without a warning. */
  warning: z.string(),
  /** The pictures or the recording are hidden until somebody reveals them. */
  sensitive: z.boolean(),
  label: labelSchema.optional(),
  /** The app the author attached; stays when the app is deleted or hidden and `app` is null. */
  appRef: z.object({ appId: z.string(), version: z.string() }).nullable(),
  media: z.array(postMediaSchema),
  render: postRenderSchema,
  author: userShortSchema,
  app: appShortSchema.nullable(),
  /** Of an app that people use together, once somebody has opened it there. */
  room: postRoomSchema.nullable(),
  /** The top of the app's scores, where there are any. */
  board: boardCardSchema.optional(),
  /** The author lets people share one instance of the app, if it is made for that. */
  sharesApp: z.boolean(),
  /** The card of the first link. */
  link: linkCardSchema.optional(),
  /** A state of the app to start from. */
  moment: postMomentSchema.nullable(),
  createdAt: z.string(),
  /** When its text was last edited. */
  editedAt: z.string().nullable(),
  /** When it came from an archive, whose word `createdAt` is. */
  importedAt: z.string().optional(),
  counts: countsSchema,
  /** The emoji reactions, most frequent first; likes are counted separately. */
  emojis: z.array(emojiCountSchema),
  /** The viewer's own actions. Bookmarks are private. */
  viewer: z.object({
    liked: z.boolean(),
    bookmarked: z.boolean(),
    reposted: z.boolean(),
    canReply: z.boolean(),
    /** Whether the viewer may repost and quote it: not if somebody else wrote it whose account is private. */
    canShare: z.boolean(),
  }),
  /** The reply policy of the thread's root. */
  replyPolicy: z.enum(REPLY_POLICIES),
  /** Pinned to the author's profile. */
  pinned: z.boolean(),
  /** `post` is null if it is deleted or not visible to the viewer. */
  quote: z.object({ id: z.string(), post: quotedPostSchema.nullable() }).nullable(),
  /** `to` is null if the parent is deleted or not visible to the viewer. */
  reply: z.object({ parentId: z.string(), rootId: z.string(), to: userShortSchema.nullable() }).nullable(),
  /** Its author replied to it, so that it begins or continues a thread. */
  hasThread: z.literal(true).optional(),
  /** In a feed: who reposted it. `id` is the repost's sort key. */
  repost: z.object({ id: z.string(), by: userShortSchema }).optional(),
  /** Only the author gets it: their browser matches it with its pending posts. */
  clientKey: z.string().optional(),
});
export type Post = z.infer<typeof postSchema>;

export const warningSchema = z.string().trim().check(maxGraphemes(WARNING_MAX_CHARS));
const postBodySchema = z
  .string()
  .refine((text) => countGraphemes(text, POST_BODY_MAX_CHARS) <= POST_BODY_MAX_CHARS, {
    message: `A post may have ${POST_BODY_MAX_CHARS.toLocaleString("en")} characters at most.`,
  });
export const mediaAltSchema = z.string().check(maxGraphemes(MEDIA_ALT_MAX_CHARS));

/** A picture or a recording that is stored: its id, or that response. */
const mediaRefSchema = z.union([
  idSchema.transform((id) => ({ id, alt: undefined })),
  z
    .strictObject({
      id: idSchema,
      alt: mediaAltSchema.optional(),
      url: z.string().max(300).optional(),
      type: z.string().max(100).optional(),
      width: z.number().int().min(0).optional(),
      height: z.number().int().min(0).optional(),
      preview: z.string().max(20_000).optional(),
      playback: playbackSchema.optional(),
    })
    .transform(({ id, alt }) => ({ id, alt })),
]);

const renderSchema = z.strictObject({
  mode: z.literal("template"),
  templateId: z.enum(TEMPLATE_IDS),
  slots: z.strictObject({
    title: z.string().max(2_000).optional(),
    content: postBodySchema.optional(),
    image: z.string().max(2_000).optional(),
  }),
});

const appRefSchema = z.strictObject({
  appId: idSchema,
  version: z.string().min(1).max(64).optional(),
});

/** A further post of a thread. Who may reply to it, and its draft, are those of the first one. */
const postPart = z.strictObject({
  body: postBodySchema.default(""),
  appRef: appRefSchema.nullish(),
  media: z.array(mediaRefSchema).max(POST_MEDIA_MAX).default([]),
  warning: warningSchema.optional(),
  sensitive: z.boolean().optional(),
  /** False: no card for the first link. */
  preview: z.boolean().optional(),
});
export type PostPart = z.output<typeof postPart>;

/**
 * The post payload (specification, section 3). The server fills the slots of `render` from text and pictures; what a
 * client sends there is only validated.
 */
export const postPayload = postPart.extend({
  kind: z.literal("text").default("text"),
  render: renderSchema.optional(),
  /** A state of the app of `appRef`, for others to start from. */
  moment: momentInputSchema.nullish(),
  /** The id of the quoted post. */
  quote: idSchema.nullish(),
  /** Replies have the policy of their thread. */
  replyPolicy: z.enum(REPLY_POLICIES).optional(),
  /** The author's draft, which is deleted with the publication. */
  draft: idSchema.optional(),
  /** Idempotency key made by the client. */
  clientKey: idSchema.optional(),
  /** The further posts of a thread, each a reply to the one before. All are published, or none. */
  thread: z
    .array(postPart)
    .max(POST_THREAD_MAX - 1)
    .optional(),
});
export type PostPayload = z.output<typeof postPayload>;

/** Body of `PATCH /v1/recordings/{id}`: omitted fields stay unchanged. */
export const recordingBody = z.strictObject({
  title: z.string().check(maxGraphemes(RECORDING_TITLE_MAX_CHARS)).optional(),
  loops: z.boolean().optional(),
  /** A WebVTT file; null removes it. */
  captions: z
    .strictObject({ text: z.string().max(CAPTIONS_MAX_BYTES), language: z.string().min(2).max(35) })
    .nullish(),
  /** The id of an uploaded picture, which becomes the poster of a video and is no picture of its own any more. */
  poster: idSchema.optional(),
});
export type RecordingBody = z.infer<typeof recordingBody>;

/** Body of `PATCH /posts/{id}`. */
export const editBody = z.strictObject({ body: postBodySchema, warning: warningSchema.optional() });
export type EditBody = z.infer<typeof editBody>;
export const postVersionSchema = z.object({ body: z.string(), warning: z.string(), writtenAt: z.string() });
export type PostVersion = z.infer<typeof postVersionSchema>;

/** Body of `POST /v1/reactions`. */
export const reactionBody = z.strictObject({ postId: idSchema, action: z.enum(["like", "unlike"]) });
export const reactionSchema = z.object({ postId: z.string(), liked: z.boolean(), likes: z.number() });
export type Reaction = z.infer<typeof reactionSchema>;

/** Body of `POST /posts/{id}/emojis`. */
export const emojiBody = z.strictObject({
  emoji: z.string().max(64).refine(isEmoji, { message: "A reaction is one emoji." }),
  on: z.boolean(),
});
export type EmojiBody = z.infer<typeof emojiBody>;
export const emojiReactionsSchema = z.object({ postId: z.string(), emojis: z.array(emojiCountSchema) });
export type EmojiReactions = z.infer<typeof emojiReactionsSchema>;
export const emojiPersonSchema = z.object({ id: z.string(), emoji: z.string(), user: userShortSchema });
export type EmojiPerson = z.infer<typeof emojiPersonSchema>;

export const repostSchema = z.object({ postId: z.string(), reposted: z.boolean(), reposts: z.number() });
export type Repost = z.infer<typeof repostSchema>;

/** The currently pinned post, and the previous one. */
export const pinSchema = z.object({ pinned: z.string().nullable(), previous: z.string().nullable() });
export type Pin = z.infer<typeof pinSchema>;

export const bookmarkSchema = z.object({ postId: z.string(), bookmarked: z.boolean() });
export type Bookmark = z.infer<typeof bookmarkSchema>;

/** Query of a list of posts. `after` is the cursor from the previous page. */
export const postPageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: idSchema.optional(),
});
export type PostPageQuery = z.infer<typeof postPageQuery>;

/** Query of `GET /v1/posts/counts`: up to 100 ids, separated by commas. */
export const postCountsQuery = z.object({
  ids: z
    .string()
    .max(100 * 37)
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(idSchema).max(100)),
});
export const postCountsSchema = countsSchema.extend({
  postId: z.string(),
  liked: z.boolean(),
  reposted: z.boolean(),
  emojis: z.array(emojiCountSchema),
  link: linkCardSchema.nullable(),
  room: postRoomSchema.nullable(),
  board: boardCardSchema.nullable(),
});
export type PostCounts = z.infer<typeof postCountsSchema>;

/** Query of `GET /v1/timeline`. */
export const timelineQuery = postPageQuery.extend({
  feed: z.enum(FEEDS).default("home"),
  /** One of the viewer's lists of people, instead of `feed`. */
  list: idSchema.optional(),
});
export type TimelineQuery = z.infer<typeof timelineQuery>;
