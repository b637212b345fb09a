import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { deleteLater, type Deletion } from "@/lib/browser/delete-later";
import type { Post } from "./contract";
import type { Draft } from "./draft-contract";
import { settlePost } from "./mutations";

type Drafts = { items: Draft[] };

const draftKey = ["drafts"] as const;

/** Refetched each time, because other devices change drafts. */
export const draftsQuery = () =>
  queryOptions({
    queryKey: draftKey,
    queryFn: ({ signal }) => api<Drafts>("/v1/drafts", { signal }),
    staleTime: 0,
  });

/** Removes a draft from the list now and from the server after `delayMs`. @returns a function that undoes it */
export function deleteDraftLater(client: QueryClient, { id, delayMs, onFailure }: Deletion): () => void {
  const before = client.getQueryData<Drafts>(draftKey);
  client.setQueryData<Drafts>(
    draftKey,
    (data) => data && { items: data.items.filter((one) => one.id !== id) },
  );
  const restore = () => client.setQueryData(draftKey, before);
  return deleteLater({ path: `/v1/drafts/${id}`, delayMs, restore, onFailure });
}

/** @throws ApiError */
export async function deleteDraft(client: QueryClient, id: string): Promise<void> {
  await api(`/v1/drafts/${id}`, { method: "DELETE" });
  await client.invalidateQueries({ queryKey: draftKey });
}

/** @throws ApiError */
export async function scheduleDraft(client: QueryClient, id: string, at: Date): Promise<void> {
  await api(`/v1/drafts/${id}/schedule`, { method: "PUT", body: { at: at.toISOString() } });
  await client.invalidateQueries({ queryKey: draftKey });
}

/** Turns a scheduled post back into a draft. @throws ApiError */
export async function unscheduleDraft(client: QueryClient, id: string): Promise<Draft> {
  const draft = await api<Draft>(`/v1/drafts/${id}/schedule`, { method: "DELETE" });
  await client.invalidateQueries({ queryKey: draftKey });
  return draft;
}

/** @throws ApiError */
export async function publishDraft(client: QueryClient, id: string): Promise<void> {
  const post = await api<Post>(`/v1/drafts/${id}/publish`, { method: "POST" });
  settlePost(client, post);
  await client.invalidateQueries({ queryKey: draftKey });
}
