import type { DBSchema } from "idb";
import { databases } from "@/lib/browser/databases";

/** An unfinished upload. One per user. */
export interface UploadDraft {
  userId: string;
  fileName: string;
  /** The package in its canonical form. */
  bytes: Uint8Array<ArrayBuffer>;
  icon: Blob | null;
  banner: Blob | null;
  /** The idempotency key of the upload. */
  uploadKey: string;
  /** The app that it updates. */
  appId: string | null;
  form: {
    name: string;
    version: string;
    description: string;
    category: string;
    tags: string[];
    notes: string;
  };
  /** Milliseconds since 1970. */
  savedAt: number;
  /** Saved by another page that leads to /add-app, so not an upload left unfinished. */
  isHandedOver?: boolean;
}

interface UploadDraftSchema extends DBSchema {
  drafts: { key: string; value: UploadDraft };
}

const DRAFT_DAYS = 7;
const open = databases<UploadDraftSchema>((db) => {
  db.createObjectStore("drafts", { keyPath: "userId" });
});
const database = () => open("gum-upload-draft");

/** Saves a draft. Fails silently: an upload works without it. */
export async function saveUploadDraft(draft: UploadDraft): Promise<void> {
  await database()
    .then((db) => db.put("drafts", draft))
    .catch(() => undefined);
}

export async function loadUploadDraft(userId: string): Promise<UploadDraft | null> {
  try {
    const draft = await (await database()).get("drafts", userId);
    if (!draft || Date.now() - draft.savedAt > DRAFT_DAYS * 86_400_000) return null;
    return draft.bytes instanceof Uint8Array && typeof draft.form === "object" ? draft : null;
  } catch {
    return null;
  }
}

export async function dropUploadDraft(userId: string): Promise<void> {
  await database()
    .then((db) => db.delete("drafts", userId))
    .catch(() => undefined);
}
