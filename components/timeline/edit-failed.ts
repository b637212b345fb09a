import { api } from "@/lib/browser/api";
import { cancelQueued, type OutboxEntry } from "@/lib/outbox/store";
import { compose } from "@/lib/posts/compose-store";
import type { Draft, DraftContent } from "@/lib/posts/draft-contract";
import { ComposerDraft, contentOf, type DraftAbout } from "./composer/composer-draft";

/** Makes a draft of a post that the server refused, in place of the one it came from, and opens it. @throws ApiError */
export async function editFailed(item: Extract<OutboxEntry, { kind: "post" }>): Promise<void> {
  const { clientKey, draftId } = item;
  const about: DraftAbout = { replyTo: item.replyTo ?? undefined, quote: item.quote ?? undefined };
  const draft = new ComposerDraft({}, about);
  draft.restore(item);
  const content = contentOf(draft);
  if (content === null) return;
  const path = `/v1/drafts/${clientKey}`;
  // First: there may be no room for both.
  if (draftId) await api(`/v1/drafts/${draftId}`, { method: "DELETE" });
  await api(path, { method: "PUT", body: { ...(JSON.parse(content) as DraftContent), revision: 0 } });
  const stored = await api<Draft>(path);
  cancelQueued(clientKey);
  // As in the list of drafts: a post if its parent or quoted post is gone.
  const { replyTo, quote }: DraftAbout = stored.about?.post ? about : {};
  void compose({ text: "", image: null, stored, ...(replyTo && { replyTo }), ...(quote && { quote }) });
}
