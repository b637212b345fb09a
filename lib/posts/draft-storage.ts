import { DRAFT_KEY } from "@/lib/config/storage-keys";
import { versionedStorage } from "@/lib/browser/versioned-storage";
import type { AppShort } from "@/lib/apps/contract";
import type { PostMedia, QuotedPost } from "./contract";
import type { ReplyPolicy } from "./rules";

/** A state of the app, as a post sends it. */
export type SharedMoment = {
  /** JSON text. */
  state: string;
  href: string | null;
  /** `data` is base64. */
  image: { data: string; alt: string } | null;
};

/** The author's options for visibility and replies. */
export type PostOptions = {
  warning?: string | undefined;
  sensitive?: boolean;
  replyPolicy?: ReplyPolicy;
  /** False: no card for the first link. */
  preview?: boolean;
};

/** The draft on the server, and the JSON of its content when this browser last synced it. */
export type SavedDraftState = { id: string; revision: number; content: string };

/** A post of a thread. */
export type StoredPost = {
  text: string;
  media: PostMedia[];
  app: AppShort | null;
  options?: PostOptions | undefined;
};

/** What a person is writing in this browser. */
export type StoredDraft = StoredPost & {
  userId: string;
  /** The further posts of a thread. */
  thread?: StoredPost[] | undefined;
  saved?: SavedDraftState | null | undefined;
};

/** A pending post. The moment is not stored before: it comes from a running app. */
export type NewPostDraft = Omit<StoredDraft, "saved"> & {
  /** The server's draft, which is deleted with the publication. */
  draftId?: string | undefined;
  moment?: SharedMoment | null | undefined;
  /** The quoted post. */
  quote?: QuotedPost | null | undefined;
  /** The parent post of a reply. */
  replyTo?: { id: string; username: string } | null | undefined;
};

// Validated by hand: zod would be the largest part of the page's code.
type Fields = Record<string, "string" | "number" | "nullable">;

function has(value: unknown, fields: Fields): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Record<string, unknown>;
  return Object.entries(fields).every(([name, type]) =>
    type === "nullable"
      ? record[name] === null || typeof record[name] === "string"
      : typeof record[name] === type,
  );
}

const MEDIA: Fields = {
  id: "string",
  url: "string",
  type: "string",
  width: "number",
  height: "number",
  alt: "string",
  preview: "string",
};
const APP: Fields = {
  id: "string",
  name: "string",
  version: "string",
  description: "string",
  iconUrl: "string",
  bannerUrl: "nullable",
  category: "string",
};
const PERSON: Fields = { id: "string", username: "string", displayName: "string", avatarUrl: "nullable" };

export function isDraft(value: unknown): value is StoredDraft {
  if (!isPost(value) || !has(value, { userId: "string" })) return false;
  const { thread = [], saved } = value as Partial<StoredDraft>;
  return typeof (saved ?? {}) === "object" && Array.isArray(thread) && thread.every(isPost);
}

function isPost(value: unknown): value is StoredPost {
  if (!has(value, { text: "string" })) return false;
  const { media, app, options } = value;
  if (typeof (options ?? {}) !== "object") return false;
  const mediaOk = Array.isArray(media) && media.length <= 4 && media.every((item) => has(item, MEDIA));
  return mediaOk && (app === null || (has(app, APP) && has(app.owner, PERSON)));
}

export const draftStorage = versionedStorage<StoredDraft>({
  key: DRAFT_KEY,
  version: 1,
  parse: (value) => (isDraft(value) ? value : null),
});
