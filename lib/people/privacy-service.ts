import "server-only";
import type { Db } from "@/lib/db/client";
import { notify } from "@/lib/notifications/notify-service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import type { Actor } from "@/lib/shared/contract";
import { REQUESTS_SHOWN_MAX } from "@/lib/config/people-limits";
import type { FollowRequests, PeopleQuery } from "./contract";
import { acceptRequests, countRequests, lockWithRequesters } from "./privacy-repository";
import { relatedPage } from "./service";
import { followChanged } from "@/lib/realtime/row-events";

/** Who wants to follow the viewer, newest first, and how many; REQUESTS_SHOWN_MAX means as many or more. */
export async function listFollowRequests({
  viewer,
  query,
}: {
  viewer: Actor;
  query: PeopleQuery;
}): Promise<FollowRequests> {
  const [page, count] = await Promise.all([
    relatedPage(viewer, { of: viewer.id, list: "requests" }, query),
    countRequests(viewer.id, REQUESTS_SHOWN_MAX),
  ]);
  return { ...page, count };
}

/** Locks a person and all who want to follow them; before anything else, so that two transactions rarely deadlock. */
export function lockForRequests(actor: Actor, tx: Db): Promise<void> {
  return lockWithRequesters(actor.id, tx);
}

/**
 * Accepts all who wait, in the caller's transaction, which has called lockForRequests first: the account becomes public.
 * @returns what to publish after the commit
 */
export async function acceptAllRequests(actor: Actor, tx: Db): Promise<LiveEvent[]> {
  const followers = await acceptRequests(actor.id, tx);
  if (followers.length === 0) return [];
  return [
    ...followers.map((userId) => ({ type: "relations" as const, userId })),
    ...followers.map((followerId) => followChanged("INSERT", { followerId, followeeId: actor.id })),
    { type: "relations", userId: actor.id },
    { type: "unread", userId: actor.id },
    ...(await notify({ kind: "follow_accepted", actorId: actor.id, userIds: followers }, tx)),
  ];
}
