import { z } from "zod";
import { draftContentSchema } from "@/lib/posts/draft-contract";
import { idSchema } from "@/lib/shared/contract";

/** The JSON files of an archive. Paths in them are those of its other entries. */
export const ARCHIVE_FORMAT = "gum-export";
export const ARCHIVE_VERSION = 1;
export const ARCHIVE_HEAD = "data/export.json";

export const archiveHeadSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  /** The instance's address. */
  instance: z.string(),
  createdAt: z.string(),
  /** Paths of the JSON files. */
  files: z.array(z.string()),
  /** Paths of what would have made the archive too large, or could not be read. */
  leftOut: z.array(z.string()),
});
export type ArchiveHead = z.infer<typeof archiveHeadSchema>;

/** Not imported, so there is no schema. */
export type ArchiveProfile = {
  id: string;
  username: string;
  displayName: string;
  bio: string;
  email: string;
  emailVerifiedAt?: string | null | undefined;
  createdAt: string;
  formerUsernames?: string[] | undefined;
  consent?: { version: string; at: string | null; termsVersion: number } | null | undefined;
  /** Path. */
  avatar: string | null;
  banner: string | null;
  pinnedPostId: string | null;
};

export const archiveSettingsSchema = z.object({
  mutedWords: z.array(z.string()),
  quietKinds: z.array(z.string()),
  quietPushKinds: z.array(z.string()).optional(),
  /** Null if off. */
  digest: z.object({ every: z.enum(["daily", "weekly"]), timeZone: z.string() }).nullish(),
  /** Of mails; the language of pages belongs to the browser. */
  language: z.string().nullish(),
  unlisted: z.boolean(),
  isPrivate: z.boolean().optional(),
  altReminder: z.boolean().optional(),
  singleKeys: z.boolean().optional(),
});
export type ArchiveSettings = z.infer<typeof archiveSettingsSchema>;

/** `file` is a path. */
const archiveMediaSchema = z.object({
  file: z.string(),
  type: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  /** Of a video or a sound recording; `poster` and `captions` are paths. */
  recording: z
    .object({
      title: z.string(),
      loops: z.boolean(),
      poster: z.string().nullable(),
      captions: z.object({ file: z.string(), language: z.string() }).nullable(),
    })
    .optional(),
});
export type ArchiveMedia = z.infer<typeof archiveMediaSchema>;

export const archivePostSchema = z.object({
  id: idSchema,
  url: z.string(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  importedAt: z.string().nullish(),
  body: z.string(),
  warning: z.string(),
  sensitive: z.boolean(),
  replyPolicy: z.string(),
  parentId: z.string().nullable(),
  quoteId: z.string().nullable(),
  app: z.object({ id: z.string(), name: z.string(), version: z.string().nullable() }).nullable(),
  media: z.array(archiveMediaSchema),
  /** Path of the state of the app that the post shares. */
  moment: z.string().nullable(),
  /** Its earlier texts, oldest first. */
  versions: z.array(z.object({ body: z.string(), warning: z.string(), writtenAt: z.string() })),
  likes: z.number(),
  replies: z.number(),
});
export type ArchivePost = z.infer<typeof archivePostSchema>;

export const archiveAppSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  isPublic: z.boolean(),
  createdAt: z.string(),
  version: z.string().nullable(),
  /** Paths: the package of the version, and pictures. */
  package: z.string().nullable(),
  icon: z.string(),
  banner: z.string().nullable(),
  screenshots: z.array(z.string()),
});
export type ArchiveApp = z.infer<typeof archiveAppSchema>;

/** In the lists of whom somebody follows, blocks and mutes, too. */
export const archivePersonSchema = z.object({ id: idSchema, username: z.string() });
export type ArchivePerson = z.infer<typeof archivePersonSchema>;

export const archivePeopleListSchema = z.object({
  id: idSchema,
  name: z.string(),
  members: z.array(archivePersonSchema),
});
export type ArchivePeopleList = z.infer<typeof archivePeopleListSchema>;

const archiveDraftPart = z.object({
  text: z.string(),
  media: z.array(archiveMediaSchema),
  appId: idSchema.nullable(),
  options: draftContentSchema.shape.options,
});

export const archiveDraftSchema = archiveDraftPart.extend({
  id: idSchema,
  /** The further posts of a thread. Archives of earlier releases have none. */
  thread: z.array(archiveDraftPart).default([]),
  /** The ids of the post that it replies to, and of the one that it quotes. */
  replyTo: idSchema.nullish(),
  quote: idSchema.nullish(),
  updatedAt: z.string(),
  /** When it was to be published. */
  scheduledAt: z.string().nullable(),
});
export type ArchiveDraft = z.infer<typeof archiveDraftSchema>;

/** A project of the playground in its present state. */
export const archiveProjectSchema = z.object({
  id: idSchema,
  name: z.string(),
  title: z.string().nullable(),
  savedAt: z.string(),
  /** Path of a zip of its files; null if their names fit into none. */
  file: z.string().nullable(),
});
export type ArchiveProject = z.infer<typeof archiveProjectSchema>;
