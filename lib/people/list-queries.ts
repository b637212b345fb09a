import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { postKeys } from "@/lib/posts/queries";
import type { PeopleList } from "./list-contract";
import { peopleKeys, peopleList } from "./queries";

export const listMembersQuery = (id: string) => peopleList(peopleKeys.members(id), `/v1/lists/${id}/members`);

/** The viewer's lists, and whether a person is in them. */
export const listsWithQuery = (userId: string) =>
  queryOptions({
    queryKey: peopleKeys.listsWith(userId),
    queryFn: ({ signal }) => api<{ items: PeopleList[] }>("/v1/lists", { query: { member: userId }, signal }),
    staleTime: 0,
  });

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: peopleKeys.myLists });

/** @throws ApiError */
export async function makeList(client: QueryClient, name: string): Promise<PeopleList> {
  const list = await api<PeopleList>("/v1/lists", { method: "POST", body: { name } });
  await refresh(client);
  return list;
}

/** @throws ApiError */
export async function renameList(client: QueryClient, id: string, name: string): Promise<void> {
  await api(`/v1/lists/${id}`, { method: "PATCH", body: { name } });
  await refresh(client);
}

/** @throws ApiError */
export async function deleteList(client: QueryClient, id: string): Promise<void> {
  await api(`/v1/lists/${id}`, { method: "DELETE" });
  client.removeQueries({ queryKey: postKeys.timeline(`list:${id}`) });
  await refresh(client);
}

/** @throws ApiError */
export async function setListMember(
  client: QueryClient,
  { listId, userId, on }: { listId: string; userId: string; on: boolean },
): Promise<void> {
  await api(`/v1/lists/${listId}/members/${userId}`, { method: on ? "PUT" : "DELETE" });
  await Promise.all([
    refresh(client),
    client.invalidateQueries({ queryKey: peopleKeys.members(listId) }),
    // The list's feed is stale now.
    client.resetQueries({ queryKey: postKeys.timeline(`list:${listId}`) }),
  ]);
}
