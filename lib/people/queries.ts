import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Page } from "@/lib/shared/contract";
import type { Person, Profile, ReactorList, Suggestion } from "./contract";
import { PAGE_SIZE } from "@/lib/config/limits";

export type PeoplePages = InfiniteData<Page<Person>, string | null>;
export type FollowSide = "followers" | "following";

export const peopleKeys = {
  all: ["people"] as const,
  profile: (id: string) => ["people", "profile", id] as const,
  lists: ["people", "list"] as const,
  follows: (id: string, side: FollowSide) => ["people", "list", side, id] as const,
  reactors: (postId: string, list: ReactorList) => ["people", "list", list, postId] as const,
  hidden: (kind: "blocks" | "mutes") => ["people", "list", kind] as const,
  search: (q: string) => ["people", "list", "search", q] as const,
  suggestions: ["people", "suggestions"] as const,
};

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: peopleKeys.profile(id),
    queryFn: ({ signal }) => api<Profile>(`/users/${id}`, { signal }),
  });

function peopleList(queryKey: readonly unknown[], path: string) {
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

export const hiddenPeopleQuery = (kind: "blocks" | "mutes") =>
  peopleList(peopleKeys.hidden(kind), `/v1/${kind}`);

export const suggestionsQuery = () =>
  queryOptions({
    queryKey: peopleKeys.suggestions,
    queryFn: ({ signal }) => api<{ items: Suggestion[] }>("/v1/discover/people", { signal }),
  });

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
