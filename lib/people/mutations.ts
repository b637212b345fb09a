import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { BlockResponse, FollowResponse, MuteResponse, Profile } from "./contract";
import type { ReportResponse, ReportBody } from "@/lib/moderation/contract";
import type { ReportTarget } from "@/lib/moderation/store";
import { queue } from "@/lib/outbox/store";
import { patchCachedPerson, patchCachedProfile, peopleKeys } from "./queries";
import type { Post } from "@/lib/posts/contract";
import { dropCachedPosts, postKeys } from "@/lib/posts/queries";

/** Follows a person (true) or unfollows them (false). */
export function follow(userId: string, on: boolean): void {
  queue({ kind: "follow", id: userId, on });
}

/** The profile with the viewer following or not, and counted. */
export function asFollowed(profile: Profile, following = profile.relation.following): Profile {
  if (profile.relation.following === following) return profile;
  const followers = Math.max(0, profile.counts.followers + (following ? 1 : -1));
  return {
    ...profile,
    counts: { ...profile.counts, followers },
    viewer: { ...profile.viewer, following },
    relation: { ...profile.relation, following },
  };
}

/** Writes the server's answer to a follow to the cache. */
export function settleFollow(
  client: QueryClient,
  userId: string,
  { following, followers }: FollowResponse,
): void {
  patchCachedPerson(client, userId, (viewer) => ({ ...viewer, following }));
  patchCachedProfile(client, userId, (profile) => {
    const followed = asFollowed(profile, following);
    return { ...followed, counts: { ...followed.counts, followers } };
  });
  // An open list may have been read before the server knew.
  void client.invalidateQueries({ queryKey: peopleKeys.follows(userId, "followers") });
  void client.invalidateQueries({ queryKey: postKeys.timeline("home"), refetchType: "none" });
}

/** Written by a person, or brought into the feed by them. */
const isBy = (userId: string) => (post: Post) => post.author.id === userId || post.repost?.by.id === userId;

/** Blocks or unblocks a person; a block removes their cached posts. */
export function useBlock(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (blocking: boolean) =>
      api<BlockResponse>(`/users/${userId}/block`, { method: blocking ? "POST" : "DELETE" }),
    onSuccess: ({ blocking }) => {
      if (blocking) dropCachedPosts(client, isBy(userId));
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
      if (muting) dropCachedPosts(client, isBy(userId));
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
    mutationFn: ({ target, ...words }: { target: ReportTarget } & Pick<ReportBody, "reason" | "note">) =>
      target.type === "score"
        ? api<ReportResponse>(`/apps/${target.appId}/scores/${target.id}/reports`, {
            method: "POST",
            body: words,
          })
        : api<ReportResponse>("/v1/reports", {
            method: "POST",
            body: { subjectType: target.type, subjectId: target.id, ...words },
          }),
  });
}
