import { z } from "zod";
import { MEDIA_ALT_MAX_CHARS, POST_BODY_MAX_CHARS, POST_MEDIA_MAX } from "@/lib/config/limits";
import { countChars, TEMPLATE_IDS } from "@/lib/domain/post";
import type { AppShort } from "./app";
import { idSchema } from "./common";
import type { UserShort } from "./user";

export type PostMedia = {
  id: string;
  url: string;
  type: string;
  width: number;
  height: number;
  alt: string;
  /** A tiny data: URL to show, blurred, while the picture loads; may be empty. */
  preview: string;
};

export type PostRender = {
  mode: "template";
  templateId: string;
  slots: { title?: string; content?: string; image?: string };
};

export type Post = {
  id: string;
  kind: "text";
  body: string;
  /** What the author attached; stays when the app is gone or hidden, where `app` is null. */
  appRef: { appId: string; version: string } | null;
  media: PostMedia[];
  render: PostRender;
  author: UserShort;
  app: AppShort | null;
  createdAt: string;
  counts: { likes: number; comments: number };
  viewer: { liked: boolean };
};

export const postParams = z.strictObject({ id: idSchema });

export const postBodySchema = z.string().refine((text) => countChars(text) <= POST_BODY_MAX_CHARS, {
  message: `A post may have ${POST_BODY_MAX_CHARS.toLocaleString("en")} characters at most.`,
});
export const mediaAltSchema = z.string().max(MEDIA_ALT_MAX_CHARS);

/** A picture uploaded before (`POST /media`): by its id, or as an answer describes it. */
const mediaRefSchema = z.union([
  idSchema.transform((id) => ({ id, alt: undefined })),
  z
    .strictObject({
      id: idSchema,
      alt: mediaAltSchema.optional(),
      url: z.string().max(300).optional(),
      type: z.string().max(100).optional(),
      width: z.number().int().positive().optional(),
      height: z.number().int().positive().optional(),
      preview: z.string().max(20_000).optional(),
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

export const appRefSchema = z.strictObject({
  appId: idSchema,
  version: z.string().min(1).max(64).optional(),
});

/**
 * The post payload (specification, section 3). The slots of `render` follow from the text and the pictures; what a
 * client sends there is checked for its form and then filled by the server.
 */
export const postPayload = z.strictObject({
  kind: z.literal("text").default("text"),
  body: postBodySchema.default(""),
  appRef: appRefSchema.nullish(),
  media: z.array(mediaRefSchema).max(POST_MEDIA_MAX).default([]),
  render: renderSchema.optional(),
  /** Made by the client: the same post sent twice is stored once. */
  clientKey: idSchema.optional(),
});
export type PostPayload = z.output<typeof postPayload>;
export type PostPayloadInput = z.input<typeof postPayload>;

/** Body of `POST /v1/reactions`. */
export const reactionBody = z.strictObject({ postId: idSchema, action: z.enum(["like", "unlike"]) });
export type ReactionBody = z.infer<typeof reactionBody>;
export type Reaction = { postId: string; liked: boolean; likes: number };

/** Query of `GET /v1/posts/counts`: up to 100 ids, separated by commas. */
export const postCountsQuery = z.object({
  ids: z
    .string()
    .max(100 * 37)
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(idSchema).max(100)),
});
export type PostCounts = { postId: string; likes: number; comments: number; liked: boolean };
