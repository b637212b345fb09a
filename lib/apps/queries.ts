import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type {
  App,
  AppRunStart,
  AppShort,
  AppVersion,
  InstalledOrder,
  InstalledApp,
  Remixes,
} from "./contract";
import type { Page } from "@/lib/shared/contract";
import type { AppCategory } from "@/lib/package/category";
import { allowancesOf } from "@/lib/package/frame-allowance";
import type { AppOrder } from "./ranking";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";

/** What the store shows. */
export type StoreFilter = {
  search: string;
  category: AppCategory | "all";
  /** Only apps made with it; empty for all. */
  madeWith: string;
  orderBy: AppOrder;
};

export const appKeys = {
  all: ["apps"] as const,
  lists: ["apps", "list"] as const,
  list: (filter: StoreFilter) => ["apps", "list", filter] as const,
  trending: ["apps", "trending"] as const,
  featured: ["apps", "featured"] as const,
  details: ["apps", "detail"] as const,
  detail: (id: string) => ["apps", "detail", id] as const,
  versions: (id: string) => ["apps", "versions", id] as const,
  remixes: (id: string) => ["apps", "remixes", id] as const,
  runStart: (id: string) => ["apps", "run-start", id] as const,
  installedLists: ["apps", "installed"] as const,
  installed: (orderBy: InstalledOrder) => ["apps", "installed", orderBy] as const,
  ofUser: (userId: string) => ["apps", "user", userId] as const,
  own: (userId: string) => ["apps", "own", userId] as const,
};

export const storeQuery = (filter: StoreFilter) =>
  infiniteQueryOptions({
    queryKey: appKeys.list(filter),
    queryFn: ({ pageParam, signal }) => {
      const { search, category, madeWith, orderBy } = filter;
      const query = {
        search: search || null,
        category: category === "all" ? null : category,
        madeWith: madeWith || null,
        orderBy,
      };
      return api<Page<App>>("/apps", { query: { ...query, limit: PAGE_SIZE, after: pageParam }, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

export const userAppsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: appKeys.ofUser(userId),
    queryFn: ({ pageParam, signal }) =>
      api<Page<App>>(`/users/${userId}/apps`, { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Up to 100 of the user's own apps in one page, to find the one that an upload updates. */
export const ownAppsQuery = (userId: string) =>
  queryOptions({
    queryKey: appKeys.own(userId),
    queryFn: ({ signal }) =>
      api<Page<App>>(`/users/${userId}/apps`, { query: { limit: PAGE_SIZE_MAX }, signal }),
  });

export const featuredQuery = () =>
  queryOptions({
    queryKey: appKeys.featured,
    queryFn: ({ signal }) => api<Page<App>>("/apps/featured", { signal }),
  });

export const trendingQuery = () =>
  queryOptions({
    queryKey: appKeys.trending,
    queryFn: ({ signal }) => api<Page<App>>("/apps/trending", { signal }),
  });

/** Cached for the lifetime of the page, so that an app that has run can restart offline. */
export const appQuery = (id: string) =>
  queryOptions({
    queryKey: appKeys.detail(id),
    queryFn: ({ signal }) => api<App>(`/apps/${id}`, { signal }),
    gcTime: Infinity,
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: appKeys.versions(id),
    queryFn: ({ signal }) => api<{ items: AppVersion[] }>(`/apps/${id}/versions`, { signal }),
  });

/** The remixes of an app; the first page also has its ancestors. */
export const remixesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: appKeys.remixes(id),
    queryFn: ({ pageParam, signal }) =>
      api<Remixes>(`/apps/${id}/remixes`, { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export async function fetchRunStart(id: string, signal?: AbortSignal): Promise<AppRunStart> {
  const start = await api<AppRunStart>(`/apps/${id}/runs`, signal && { signal });
  // Servers of the previous release do not send it.
  return { ...start, canStay: start.canStay ?? start.lastManifest !== null };
}

export const runStartQuery = (id: string) =>
  queryOptions({
    queryKey: appKeys.runStart(id),
    queryFn: ({ signal }) => fetchRunStart(id, signal),
    gcTime: Infinity,
    // followVersionSwitch refetches it, after it has ended the runs whose data is no longer current.
    refetchOnReconnect: false,
  });

export const installedAppsQuery = (orderBy: InstalledOrder) =>
  queryOptions({
    queryKey: appKeys.installed(orderBy),
    queryFn: ({ signal }) =>
      api<{ items: InstalledApp[] }>("/users/me/apps", { query: { orderBy, limit: 200 }, signal }),
  });

export type RemixPages = InfiniteData<Remixes, string | null>;

type AppPages = InfiniteData<Page<App>, string | null>;

/** Changes one app in every cached query. */
export function patchCachedApp(client: QueryClient, id: string, change: (app: App) => App): void {
  const inPage = <P extends { items: App[] }>(page: P): P => ({
    ...page,
    items: page.items.map((app) => (app.id === id ? change(app) : app)),
  });
  const inPages = (data: AppPages | undefined) => data && { ...data, pages: data.pages.map(inPage) };
  client.setQueryData<App>(appKeys.detail(id), (app) => app && change(app));
  client.setQueriesData<App>({ queryKey: ["apps", "shared"] }, (app) => (app?.id === id ? change(app) : app));
  client.setQueryData<Page<App>>(appKeys.trending, (page) => page && inPage(page));
  client.setQueryData<Page<App>>(appKeys.featured, (page) => page && inPage(page));
  client.setQueriesData<{ items: App[] }>(
    { queryKey: appKeys.installedLists },
    (page) => page && inPage(page),
  );
  client.setQueriesData<AppPages>({ queryKey: appKeys.lists }, inPages);
  client.setQueriesData<AppPages>({ queryKey: ["apps", "user"] }, inPages);
}

/** Invalidates every list of apps, after a change of which lists an app is in. */
export function refreshAppLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [area, kind] }) => area === "apps" && kind !== "detail" && kind !== "run-start",
  });
}

/** An app as its posts show it. */
export function shortOf(app: App): AppShort {
  const { id, name, version, description, iconUrl, bannerUrl, category, owner } = app;
  return { id, name, version, description, iconUrl, bannerUrl, category, owner };
}

export type PackagedApp = Pick<App, "packageUrl" | "packageSha256" | "packageBytes" | "manifest">;

/** The URL of an app's current package, and its allowances. */
export function packageSourceOf(app: PackagedApp) {
  const { packageUrl: url, packageSha256: sha256, packageBytes: bytes, manifest } = app;
  return { kind: "url", url, sha256, bytes, allowances: allowancesOf(manifest) } as const;
}
