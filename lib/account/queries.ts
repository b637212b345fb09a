import { queryOptions } from "@tanstack/react-query";
import { api, apiWithHeaders } from "@/lib/browser/api";
import type { FactorsResponse, SessionInfo } from "@/lib/auth/contract";
import type { AppPermission } from "@/lib/permissions/contract";
import type { Preferences } from "./preferences-contract";
import type { Me } from "@/lib/people/user-contract";

export const accountKeys = {
  all: ["account"] as const,
  me: ["account", "me"] as const,
  sessions: ["account", "sessions"] as const,
  factors: ["account", "factors"] as const,
  permissions: ["account", "permissions"] as const,
  preferences: ["account", "preferences"] as const,
};

/** The viewer's profile, and the ETag to send with a change. */
export type MeWithEtag = { me: Me; etag: string };

export async function fetchMe(signal?: AbortSignal): Promise<MeWithEtag> {
  const { data, headers } = await apiWithHeaders<Me>("/v2/users/me", { signal });
  return { me: data, etag: headers.get("etag") ?? "*" };
}

export const sessionsQuery = () =>
  queryOptions({
    queryKey: accountKeys.sessions,
    queryFn: async ({ signal }) =>
      (await api<{ items: SessionInfo[] }>("/v2/auth/sessions", { signal })).items,
  });

export const factorsQuery = () =>
  queryOptions({
    queryKey: accountKeys.factors,
    queryFn: ({ signal }) => api<FactorsResponse>("/v2/auth/factors", { signal }),
  });

export const permissionsQuery = () =>
  queryOptions({
    queryKey: accountKeys.permissions,
    queryFn: async ({ signal }) =>
      (await api<{ items: AppPermission[] }>("/v2/users/me/permissions", { signal })).items,
  });

export const preferencesQuery = () =>
  queryOptions({
    queryKey: accountKeys.preferences,
    queryFn: ({ signal }) => api<Preferences>("/v2/users/me/preferences", { signal }),
  });
