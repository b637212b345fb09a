import { versionedStorage } from "@/lib/browser/versioned-storage";
import { OUTBOX_KEY } from "@/lib/config/storage-keys";
import { isDraft, type StoredDraft } from "@/lib/posts/draft-storage";
import { changeEntries } from "./entries-storage";
import type { OutboxEntry } from "./store";

type EarlierPost = StoredDraft & { clientKey: string };

/** The posts that releases before the outbox left unsent, newest first. */
const earlierPosts = versionedStorage<EarlierPost[]>({
  key: OUTBOX_KEY,
  version: 1,
  parse: (value) => (Array.isArray(value) ? value.map(withCategory).filter(isEarlierPost) : null),
});

/** Those releases did not check the category. */
function withCategory(post: unknown): unknown {
  const { app } = (post ?? {}) as { app?: object | null };
  return app ? { ...(post as object), app: { category: "other", ...app } } : post;
}

function isEarlierPost(value: unknown): value is EarlierPost {
  return isDraft(value) && typeof (value as Partial<EarlierPost>).clientKey === "string";
}

/** Moves them to the outbox, once. They wait for the person, as they did. */
export async function moveEarlierPosts(): Promise<void> {
  const kept = {
    kind: "post",
    state: "failed",
    tried: true,
    problem: { code: "network_failure", message: "", status: 0 },
  } as const;
  for (const { userId, clientKey, text, media, app } of earlierPosts.read() ?? []) {
    const post: OutboxEntry = { ...kept, userId, clientKey, text, media, app, at: Date.now() };
    await changeEntries(userId, (entries) =>
      // Another tab may have moved it.
      entries.some((entry) => entry.clientKey === clientKey) ? entries : [post, ...entries],
    );
  }
  earlierPosts.remove();
}
