import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Page } from "@/lib/shared/contract";
import type { FollowRequests, Person, Profile, ReactorList, Suggestion } from "./contract";
import type { PeopleList } from "./list-contract";
import { PAGE_SIZE } from "@/lib/config/limits";

type PeoplePages = InfiniteData<Page<Person>, string | null>;
export type FollowSide = "followers" | "following";

export const peopleKeys = {
  all: ["people"] as const,
  profile: (id: string) => ["people", "profile", id] as const,
  lists: ["people", "list"] as const,
  follows: (id: string, side: FollowSide) => ["people", "list", side, id] as const,
  reactors: (postId: string, list: ReactorList) => ["people", "list", list, postId] as const,
  hidden: (kind: "blocks" | "mutes") => ["people", "list", kind] as const,
  /** Under `all`, so that a change of the viewer's relations refetches it. */
  myLists: ["people", "lists"] as const,
  listsWith: (userId: string) => ["people", "lists", "with", userId] as const,
  members: (listId: string) => ["people", "list", "members", listId] as const,
  search: (q: string) => ["people", "list", "search", q] as const,
  suggestions: ["people", "suggestions"] as const,
  requests: ["people", "list", "requests"] as const,
};

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: peopleKeys.profile(id),
    queryFn: ({ signal }) => api<Profile>(`/users/${id}`, { signal }),
  });

/** A paginated list of people. */
export function peopleList(queryKey: readonly unknown[], path: string) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api<Page<Person>>(path, { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export const followsQuery = (id: string, side: FollowSide) =>
  peopleList(peopleKeys.follows(id, side), `/users/${id}/${side}`);

export const reactorsQuery = (postId: string, list: ReactorList) =>
  peopleList(peopleKeys.reactors(postId, list), `/posts/${postId}/${list}`);

/** The lists that the viewer created. */
export const myListsQuery = () =>
  queryOptions({
    queryKey: peopleKeys.myLists,
    queryFn: ({ signal }) => api<{ items: PeopleList[] }>("/v1/lists", { signal }),
  });

export const hiddenPeopleQuery = (kind: "blocks" | "mutes") =>
  peopleList(peopleKeys.hidden(kind), `/v1/${kind}`);

export const suggestionsQuery = () =>
  queryOptions({
    queryKey: peopleKeys.suggestions,
    queryFn: ({ signal }) => api<{ items: Suggestion[] }>("/v1/discover/people", { signal }),
  });

export type RequestPages = InfiniteData<FollowRequests, string | null>;

/** Who wants to follow the viewer. */
export const followRequestsQuery = () =>
  infiniteQueryOptions({
    queryKey: peopleKeys.requests,
    queryFn: ({ pageParam, signal }) =>
      api<FollowRequests>("/v1/follow-requests", { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Removes a person from the cached requests. */
export function dropRequest(client: QueryClient, userId: string): void {
  client.setQueryData<RequestPages>(peopleKeys.requests, (data) => {
    if (!data?.pages.some(({ items }) => items.some(({ id }) => id === userId))) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.filter(({ id }) => id !== userId),
      count: Math.max(0, page.count - 1),
    }));
    return { ...data, pages };
  });
}

/** Updates a person in all cached lists. */
export function patchCachedPerson(
  client: QueryClient,
  id: string,
  change: (viewer: Person["viewer"]) => Person["viewer"],
): void {
  const inItems = <P extends Person>(items: P[]): P[] =>
    items.map((person) => (person.id === id ? { ...person, viewer: change(person.viewer) } : person));
  client.setQueriesData<PeoplePages>(
    { queryKey: peopleKeys.lists },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: inItems(page.items) })) },
  );
  client.setQueryData<{ items: Suggestion[] }>(
    peopleKeys.suggestions,
    (data) => data && { items: inItems(data.items) },
  );
}

/** Updates a cached profile under both its keys, id and name. */
export function patchCachedProfile(
  client: QueryClient,
  id: string,
  change: (profile: Profile) => Profile,
): void {
  client.setQueriesData<Profile>({ queryKey: ["people", "profile"] }, (profile) =>
    profile?.id === id ? change(profile) : profile,
  );
}
