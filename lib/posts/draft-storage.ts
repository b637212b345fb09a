import { DRAFT_KEY, OUTBOX_KEY } from "@/lib/config/storage-keys";
import { versionedStorage } from "@/lib/browser/versioned-storage";

export type StoredMedia = {
  id: string;
  url: string;
  type: string;
  width: number;
  height: number;
  alt: string;
  preview: string;
};
type StoredPerson = { id: string; username: string; displayName: string; avatarUrl: string | null };
export type StoredApp = {
  id: string;
  name: string;
  version: string;
  description: string;
  iconUrl: string;
  bannerUrl: string | null;
  owner: StoredPerson;
};

/** What a person is writing; their own, on this browser. */
export type StoredDraft = { userId: string; text: string; media: StoredMedia[]; app: StoredApp | null };

/** A post that is on its way, or did not get there. */
export type StoredOutgoing = StoredDraft & { clientKey: string; createdAt: string };

// Checked by hand: a schema library would be the largest part of the page that loads this.
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
};
const PERSON: Fields = { id: "string", username: "string", displayName: "string", avatarUrl: "nullable" };

function isDraft(value: unknown): boolean {
  if (!has(value, { userId: "string", text: "string" })) return false;
  const { media, app } = value;
  const mediaOk = Array.isArray(media) && media.length <= 4 && media.every((one) => has(one, MEDIA));
  return mediaOk && (app === null || (has(app, APP) && has(app.owner, PERSON)));
}

export const draftStorage = versionedStorage<StoredDraft>({
  key: DRAFT_KEY,
  version: 1,
  parse: (value) => (isDraft(value) ? (value as StoredDraft) : null),
});

export const outboxStorage = versionedStorage<StoredOutgoing[]>({
  key: OUTBOX_KEY,
  version: 1,
  parse: (value) => {
    if (!Array.isArray(value) || value.length > 50) return null;
    const good = value.every((one) => isDraft(one) && has(one, { clientKey: "string", createdAt: "string" }));
    return good ? (value as StoredOutgoing[]) : null;
  },
});
