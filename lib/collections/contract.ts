import { z } from "zod";
import { appSchema } from "@/lib/apps/contract";
import {
  COLLECTION_NOTE_MAX_CHARS,
  COLLECTION_TEXT_MAX_CHARS,
  COLLECTION_TITLE_MAX_CHARS,
} from "@/lib/config/collection-limits";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";
import { userShortSchema } from "@/lib/people/user-contract";
import { idSchema } from "@/lib/shared/contract";
import { hasHiddenCharacter, hasHiddenCharacterOrBreak } from "@/lib/shared/hidden-characters";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { isBlank } from "@/lib/shared/visible-text";

export const collectionSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  owner: userShortSchema,
  /** How many of its apps the viewer may see. */
  apps: z.number(),
  /** The icons of the first ones. */
  icons: z.array(z.string()),
  /** How many people saved it. */
  saves: z.number(),
  createdAt: z.string(),
  changedAt: z.string(),
  viewer: z.object({ owner: z.boolean(), saved: z.boolean() }),
});
export type Collection = z.infer<typeof collectionSchema>;

/** One of the viewer's own, and whether the given app is in it. */
export const ownCollectionSchema = collectionSchema.extend({ has: z.boolean() });
export type OwnCollection = z.infer<typeof ownCollectionSchema>;

/** An app of a collection, with what its owner says about it. */
export const collectionAppSchema = z.object({ app: appSchema, note: z.string() });
export type CollectionApp = z.infer<typeof collectionAppSchema>;

/** Query of `GET /v1/collections`. */
export const ownCollectionsQuery = z.object({ app: idSchema.optional() });

export const collectionListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: z.string().min(1).max(200).optional(),
});
export type CollectionListQuery = z.infer<typeof collectionListQuery>;

const hidden = {
  message: "This has characters that cannot be seen.",
  params: { code: "hidden_characters" },
};
const line = (max: number) =>
  z
    .string()
    .trim()
    .check(maxGraphemes(max))
    .refine((text) => !hasHiddenCharacterOrBreak(text), hidden);
const title = line(COLLECTION_TITLE_MAX_CHARS).refine((text) => !isBlank(text), {
  message: "A collection needs a title.",
  params: { code: "too_small" },
});
const description = z
  .string()
  .trim()
  .check(maxGraphemes(COLLECTION_TEXT_MAX_CHARS))
  .refine((text) => !hasHiddenCharacter(text), hidden);

/** Body of `POST /v1/collections`. */
export const newCollectionBody = z.strictObject({
  title,
  description: description.default(""),
  isPublic: z.boolean().default(true),
});
export type NewCollection = z.input<typeof newCollectionBody>;

/** Body of `PATCH /v1/collections/{id}`. */
export const changeCollectionBody = z.strictObject({
  title: title.optional(),
  description: description.optional(),
  isPublic: z.boolean().optional(),
});
export type ChangeCollection = z.input<typeof changeCollectionBody>;

/**
 * Body of `PUT /v1/collections/{id}/apps/{appId}`: adds an app, or changes the given fields. `after` is the
 * app of the collection that precedes it; null puts it first. Without it, a new app goes last.
 */
export const placeAppBody = z.strictObject({
  note: line(COLLECTION_NOTE_MAX_CHARS).optional(),
  after: idSchema.nullable().optional(),
});
export type PlaceApp = z.input<typeof placeAppBody>;

export const collectionAppParams = z.strictObject({ id: idSchema, appId: idSchema });
