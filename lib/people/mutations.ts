import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { BlockResponse, FollowResponse, MuteResponse } from "./contract";
import type { ReportResponse, ReportBody } from "@/lib/moderation/contract";
import { patchCachedPerson, patchCachedProfile, peopleKeys } from "./queries";
import { dropCachedPosts, postKeys } from "@/lib/posts/queries";

/** Follows or unfollows a person, with an optimistic update. */
export function useFollow(userId: string) {
  const client = useQueryClient();
  const update = (following: boolean) => {
    patchCachedPerson(client, userId, (viewer) => ({ ...viewer, following }));
    patchCachedProfile(client, userId, (profile) => {
      if (profile.relation.following === following) return profile;
      const followers = Math.max(0, profile.counts.followers + (following ? 1 : -1));
      return {
        ...profile,
        counts: { ...profile.counts, followers },
        viewer: { ...profile.viewer, following },
        relation: { ...profile.relation, following },
      };
    });
  };
  return useMutation({
    mutationKey: ["people", "follow", userId],
    scope: { id: `follow-${userId}` },
    mutationFn: (following: boolean) =>
      api<FollowResponse>(`/users/${userId}/follow`, { method: following ? "POST" : "DELETE" }),
    onMutate: update,
    onError: (_error, following) => update(!following),
    onSuccess: ({ followers }) => {
      patchCachedProfile(client, userId, (profile) => ({
        ...profile,
        counts: { ...profile.counts, followers },
      }));
      void client.invalidateQueries({ queryKey: postKeys.timeline("home"), refetchType: "none" });
    },
  });
}

/** Blocks or unblocks a person; a block removes their cached posts. */
export function useBlock(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (blocking: boolean) =>
      api<BlockResponse>(`/users/${userId}/block`, { method: blocking ? "POST" : "DELETE" }),
    onSuccess: ({ blocking }) => {
      if (blocking) dropCachedPosts(client, (post) => post.author.id === userId);
      return Promise.all([
        client.invalidateQueries({ queryKey: peopleKeys.all }),
        client.invalidateQueries({ queryKey: postKeys.all, refetchType: blocking ? "none" : "active" }),
        client.invalidateQueries({ queryKey: ["notifications"] }),
      ]);
    },
  });
}

/** Mutes or unmutes a person; a mute removes their cached posts. */
export function useMute(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (muting: boolean) =>
      api<MuteResponse>(`/users/${userId}/mute`, { method: muting ? "POST" : "DELETE" }),
    onSuccess: ({ muting }) => {
      patchCachedProfile(client, userId, (profile) => ({
        ...profile,
        relation: { ...profile.relation, muting },
      }));
      if (muting) dropCachedPosts(client, (post) => post.author.id === userId);
      return Promise.all([
        client.invalidateQueries({ queryKey: peopleKeys.hidden("mutes") }),
        // Unmuting brings the removed posts back.
        !muting && client.invalidateQueries({ queryKey: postKeys.lists }),
      ]);
    },
  });
}

export function useReport() {
  return useMutation({
    mutationFn: (report: ReportBody) => api<ReportResponse>("/v1/reports", { method: "POST", body: report }),
  });
}
