import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { COLLECTION_APPS_MAX } from "@/lib/config/collection-limits";
import { PAGE_SIZE } from "@/lib/config/limits";
import type { Page } from "@/lib/shared/contract";
import type {
  ChangeCollection,
  Collection,
  CollectionApp,
  NewCollection,
  OwnCollection,
  PlaceApp,
} from "./contract";

export const collectionKeys = {
  all: ["collections"] as const,
  detail: (id: string) => ["collections", "detail", id] as const,
  apps: (id: string) => ["collections", "apps", id] as const,
  arranged: (id: string) => ["collections", "arranged", id] as const,
  own: ["collections", "own"] as const,
  ownWith: (appId: string) => ["collections", "own", appId] as const,
  saved: ["collections", "saved"] as const,
  ofUser: (userId: string) => ["collections", "user", userId] as const,
  store: ["collections", "store"] as const,
  search: (q: string) => ["collections", "search", q] as const,
  withApp: (appId: string) => ["collections", "with", appId] as const,
};

const path = (id: string) => `/v1/collections/${id}`;

/** The last change of each collection that was sent. */
const sent = new Map<string, Promise<unknown>>();

/** Changes of one collection are sent in turn: the last press wins. The lists are read again after the last. @throws ApiError */
async function send(client: QueryClient, id: string, change: () => Promise<unknown>): Promise<void> {
  const turn = (sent.get(id) ?? Promise.resolve()).then(change);
  const end = turn.catch(() => undefined);
  sent.set(id, end);
  try {
    await turn;
  } finally {
    if (sent.get(id) === end) {
      sent.delete(id);
      await refresh(client);
    }
  }
}

const listQuery = (queryKey: readonly string[], address: string) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api<Page<Collection>>(address, { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const savedCollectionsQuery = () => listQuery(collectionKeys.saved, "/v1/collections/saved");
export const userCollectionsQuery = (userId: string) =>
  listQuery(collectionKeys.ofUser(userId), `/users/${userId}/collections`);

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: collectionKeys.detail(id),
    queryFn: ({ signal }) => api<Collection>(path(id), { signal }),
  });

export const collectionAppsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: collectionKeys.apps(id),
    queryFn: ({ pageParam, signal }) => readApps(id, { limit: PAGE_SIZE, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** All apps of a collection, to arrange them. */
export const arrangedAppsQuery = (id: string) =>
  queryOptions({
    queryKey: collectionKeys.arranged(id),
    queryFn: ({ signal }) => readApps(id, { limit: COLLECTION_APPS_MAX }, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** Runs after pending changes, which it would otherwise revert on screen. */
async function readApps(id: string, query: { limit: number; after?: string | null }, signal: AbortSignal) {
  await sent.get(id);
  return api<Page<CollectionApp>>(`${path(id)}/apps`, { query, signal });
}

/** Shows the apps of a collection as they are arranged, in as many pages as are loaded. */
export function showApps(client: QueryClient, id: string, items: readonly CollectionApp[]): void {
  client.setQueryData(
    collectionAppsQuery(id).queryKey,
    (shown) =>
      shown && {
        ...shown,
        pages: shown.pages.map((page, index) => ({
          ...page,
          items: items.slice(index * PAGE_SIZE, page.nextCursor ? (index + 1) * PAGE_SIZE : undefined),
        })),
      },
  );
}

export const ownCollectionsQuery = () =>
  queryOptions({
    queryKey: collectionKeys.own,
    queryFn: ({ signal }) => api<{ items: OwnCollection[] }>("/v1/collections", { signal }),
  });

/** The viewer's collections, and whether an app is in them. */
export const collectionsWithQuery = (appId: string) =>
  queryOptions({
    queryKey: collectionKeys.ownWith(appId),
    queryFn: ({ signal }) =>
      api<{ items: OwnCollection[] }>("/v1/collections", { query: { app: appId }, signal }),
    staleTime: 0,
  });

export const storeCollectionsQuery = () =>
  queryOptions({
    queryKey: collectionKeys.store,
    queryFn: ({ signal }) => api<{ items: Collection[] }>("/v1/collections/discover", { signal }),
  });

/** A few collections of anybody that have an app. */
export const appCollectionsQuery = (appId: string) =>
  queryOptions({
    queryKey: collectionKeys.withApp(appId),
    queryFn: ({ signal }) => api<{ items: Collection[] }>(`/apps/${appId}/collections`, { signal }),
  });

/** Refetches what shows collections, but for the list that is being arranged, whose state is its own. */
const refresh = (client: QueryClient) =>
  client.invalidateQueries({
    queryKey: collectionKeys.all,
    predicate: ({ queryKey }) => queryKey[1] !== "arranged",
  });

/** @throws ApiError */
export async function makeCollection(client: QueryClient, body: NewCollection): Promise<Collection> {
  const made = await api<Collection>("/v1/collections", { method: "POST", body });
  await refresh(client);
  return made;
}

/** @throws ApiError */
export async function changeCollection(
  client: QueryClient,
  id: string,
  body: ChangeCollection,
): Promise<void> {
  client.setQueryData(collectionKeys.detail(id), await api<Collection>(path(id), { method: "PATCH", body }));
  await refresh(client);
}

/** @throws ApiError */
export async function deleteCollection(client: QueryClient, id: string): Promise<void> {
  await api(path(id), { method: "DELETE" });
  // Not its own page's, which is being left and would answer 404.
  await client.invalidateQueries({
    queryKey: collectionKeys.all,
    predicate: ({ queryKey }) => queryKey[2] !== id,
  });
}

type Item = { id: string; appId: string };

/** Adds an app, or changes its note or place. @throws ApiError */
export async function placeApp(client: QueryClient, { id, appId, ...place }: Item & PlaceApp): Promise<void> {
  // A note may be sent while the page is left.
  const request = { method: "PUT", body: place, keepalive: true } as const;
  await send(client, id, () => api(`${path(id)}/apps/${appId}`, request));
}

/** @throws ApiError */
export async function takeApp(client: QueryClient, { id, appId }: Item): Promise<void> {
  await send(client, id, () => api(`${path(id)}/apps/${appId}`, { method: "DELETE" }));
}

/** Saves somebody's collection, or ends that; shown at once. @throws ApiError */
export async function saveCollection(client: QueryClient, id: string, on: boolean): Promise<void> {
  const show = (saved: boolean) =>
    client.setQueryData<Collection>(collectionKeys.detail(id), (shown) =>
      !shown || shown.viewer.saved === saved
        ? shown
        : {
            ...shown,
            saves: Math.max(0, shown.saves + (saved ? 1 : -1)),
            viewer: { ...shown.viewer, saved },
          },
    );
  show(on);
  try {
    await send(client, id, () => api(`${path(id)}/save`, { method: on ? "PUT" : "DELETE" }));
  } catch (error) {
    show(!on);
    throw error;
  }
}
