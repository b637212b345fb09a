import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { BlockResponse, FollowersResponse, FollowResponse, MuteResponse, Profile } from "./contract";
import type { ReportResponse, ReportBody } from "@/lib/moderation/contract";
import type { ReportTarget } from "@/lib/moderation/store";
import { queue } from "@/lib/outbox/store";
import { dropRequest, patchCachedPerson, patchCachedProfile, peopleKeys } from "./queries";
import type { Post } from "@/lib/posts/contract";
import { postKeys } from "@/lib/posts/queries";
import { dropCachedPosts } from "@/lib/posts/cache-queries";

/** Follows a person (true) or unfollows them (false). */
export function follow(userId: string, on: boolean): void {
  queue({ kind: "follow", id: userId, on });
}

/** The profile with the viewer following or not, and counted; of a private person, with a request or not. */
export function asFollowed(profile: Profile, following: boolean | undefined): Profile {
  if (following === undefined) return profile;
  if (profile.relation.following === following && !profile.relation.requested) return profile;
  if (profile.isPrivate && !profile.relation.following)
    return { ...profile, relation: { ...profile.relation, requested: following } };
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
  { following, requested, followers }: FollowResponse,
): void {
  patchCachedPerson(client, userId, (viewer) => ({ ...viewer, following, requested }));
  patchCachedProfile(client, userId, (profile) => {
    const relation = { ...profile.relation, following, requested };
    const viewer = { ...profile.viewer, following };
    return { ...profile, relation, viewer, counts: { ...profile.counts, followers } };
  });
  // An open list may have been read before the server knew, and one that is being read for the first time is not invalidated.
  const list = { queryKey: peopleKeys.follows(userId, "followers") };
  void client.cancelQueries(list).then(() => client.invalidateQueries(list));
  void client.invalidateQueries({ queryKey: postKeys.timeline("home"), refetchType: "none" });
}

/** Accepts (true) or declines a request to follow the viewer. One that was taken back leaves the list, too. */
export function useAnswerRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, accept }: { userId: string; accept: boolean }) =>
      api<FollowersResponse>(`/v1/follow-requests/${userId}`, { method: accept ? "POST" : "DELETE" }),
    onSettled: (_response, _error, { userId }) => {
      dropRequest(client, userId);
      return Promise.all([
        client.invalidateQueries({ queryKey: peopleKeys.all }),
        client.invalidateQueries({ queryKey: ["notifications"] }),
      ]);
    },
  });
}

/** Removes a follower of the viewer. */
export function useRemoveFollower() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => api<FollowersResponse>(`/users/${userId}/follower`, { method: "DELETE" }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKeys.all }),
  });
}

/** Written or reposted by that person. */
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
    mutationFn: ({ target, ...words }: { target: ReportTarget } & Pick<ReportBody, "reason" | "note">) => {
      const send = (path: string, body: object = words) =>
        api<ReportResponse>(path, { method: "POST", body });
      if (target.type === "score") return send(`/apps/${target.appId}/scores/${target.id}/reports`);
      if (target.type === "answer") return send(`/apps/${target.appId}/reviews/${target.id}/answer/reports`);
      if (target.type === "card") return send(`/rooms/${target.id}/card/reports`);
      return send("/v1/reports", { subjectType: target.type, subjectId: target.id, ...words });
    },
  });
}
