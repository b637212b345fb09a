import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type {
  Announcement,
  InstanceSettings,
  InstanceSettingsBody,
  Invitation,
  Invitations,
  TreePage,
} from "./contract";

const keys = {
  settings: ["instance", "settings"] as const,
  invitations: ["instance", "invitations"] as const,
  announcements: ["instance", "announcements"] as const,
  tree: (of: string | undefined) => ["instance", "tree", of ?? null] as const,
};

export const instanceSettingsQuery = () =>
  queryOptions({
    queryKey: keys.settings,
    queryFn: ({ signal }) => api<InstanceSettings>("/v1/admin/settings", { signal }),
  });

export function useChangeInstance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InstanceSettingsBody) =>
      api<InstanceSettings>("/v1/admin/settings", { method: "PATCH", body }),
    onSuccess: (settings) => client.setQueryData(keys.settings, settings),
  });
}

export const invitationsQuery = () =>
  queryOptions({
    queryKey: keys.invitations,
    queryFn: ({ signal }) => api<Invitations>("/v1/invitations", { signal }),
  });

export function useInvitations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: keys.invitations });
  return {
    create: useMutation({
      mutationFn: () => api<Invitation>("/v1/invitations", { method: "POST" }),
      onSettled,
    }),
    end: useMutation({
      mutationFn: (id: string) => api(`/v1/invitations/${id}`, { method: "DELETE" }),
      onSettled,
    }),
  };
}

export const treeQueryOptions = (of?: string) =>
  infiniteQueryOptions({
    queryKey: keys.tree(of),
    queryFn: ({ pageParam, signal }) =>
      api<TreePage>("/v1/admin/invitations", { query: { of, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

type Announced = { items: Announcement[] };

export const announcementsQuery = () =>
  queryOptions({
    queryKey: keys.announcements,
    queryFn: async ({ signal }) => (await api<Announced>("/v1/admin/announcements", { signal })).items,
  });

export function useAnnouncements() {
  const client = useQueryClient();
  const onSuccess = ({ items }: Announced) => client.setQueryData(keys.announcements, items);
  return {
    announce: useMutation({
      mutationFn: (text: string) =>
        api<Announced>("/v1/admin/announcements", { method: "POST", body: { text } }),
      onSuccess,
    }),
    end: useMutation({
      mutationFn: (id: string) => api<Announced>(`/v1/admin/announcements/${id}`, { method: "DELETE" }),
      onSuccess,
    }),
  };
}
