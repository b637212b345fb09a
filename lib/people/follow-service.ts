import "server-only";
import type { BlockResponse, FollowersResponse, FollowResponse, MuteResponse } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { AppError } from "@/lib/shared/errors";
import { type Db, inTransaction } from "@/lib/db/client";
import {
  countFollowers,
  deleteBlock,
  deleteFollow,
  deleteMute,
  insertBlock,
  insertFollow,
  insertMute,
  isBlockedPair,
  lockPair,
  lockPeople,
} from "./follow-repository";
import { FOLLOW_REQUESTS_MAX } from "@/lib/config/people-limits";
import { countRequests, deleteRequest, findStanding, insertRequest } from "./privacy-repository";
import { consumeLimit, consumeTogether } from "@/lib/infra/rate-limiter";
import { notify, publish } from "@/lib/notifications/notify-service";
import type { Pending } from "@/lib/notifications/pending-service";
import { followChanged, profileChanged } from "@/lib/realtime/row-events";

export type RelationChange = { actor: Actor; userId: string };

/** The follow, and the counts of both. */
function followRows(
  change: "INSERT" | "DELETE",
  pair: { followerId: string; followeeId: string },
): LiveEvent[] {
  const people = [pair.followerId, pair.followeeId];
  return [followChanged(change, pair), ...people.map((id) => profileChanged("UPDATE", id))];
}

function assertNotSelf({ actor, userId }: RelationChange): void {
  if (actor.id === userId)
    throw new AppError("validation_error", { message: "You cannot do this with yourself." });
}

/**
 * Follows somebody, or asks a private person to accept that. A no-op for somebody followed or asked already.
 * @throws AppError not_found, blocked, rate_limited
 */
export async function follow({ actor, userId, at }: RelationChange & { at?: Date }): Promise<FollowResponse> {
  assertNotSelf({ actor, userId });
  await countRequest({ actor, userId });
  const { followers, events, isRequest } = await inTransaction((tx) =>
    storeFollow({ actor, userId, at }, tx),
  );
  publish(...events);
  return { following: !isRequest, requested: isRequest, followers };
}

/** @throws AppError rate_limited if following asks a private person, too often */
async function countRequest({ actor, userId }: RelationChange): Promise<void> {
  const before = await findStanding({ followerId: actor.id, followeeId: userId });
  if (before && isNewRequest(before)) await consumeLimit("followRequests", actor.id);
}

const isNewRequest = (before: { isPrivate: boolean; following: boolean; requested: boolean }): boolean =>
  before.isPrivate && !before.following && !before.requested;

async function storeFollow({ actor, userId, at }: RelationChange & { at?: Date | undefined }, tx: Db) {
  const pair = { followerId: actor.id, followeeId: userId, createdAt: at ?? new Date() };
  if ((await lockPair(actor.id, userId, tx)) < 2) throw new AppError("not_found");
  if (await isBlockedPair(actor.id, userId, tx)) throw new AppError("blocked");
  const standing = await findStanding(pair, tx);
  const isRequest = standing !== null && standing.isPrivate && !standing.following;
  const about = { actorId: actor.id, userIds: [userId], at };
  const events: LiveEvent[] = [];
  if (isRequest && !standing.requested) {
    if ((await countRequests(userId, FOLLOW_REQUESTS_MAX, tx)) === FOLLOW_REQUESTS_MAX)
      throw new AppError("rate_limited", { message: "Too many people want to follow this person." });
    await insertRequest(pair, tx);
    // The person's open list of requests, also if they want no notification.
    events.push({ type: "relations", userId }, { type: "relations", userId: actor.id });
    events.push(...(await notify({ ...about, kind: "follow_request" }, tx)));
  }
  if (!isRequest && (await insertFollow(pair, tx))) {
    events.push({ type: "relations", userId: actor.id }, ...followRows("INSERT", pair));
    events.push(...(await notify({ ...about, kind: "follow" }, tx)));
  }
  return { followers: await countFollowers(userId, tx), events, isRequest };
}

/**
 * A follow, or a request, that is stored together with other changes; countRequestsOf counts the requests.
 * @returns `isRequest` for a new request, `isUnanswered` for any: there is no follow yet
 * @throws AppError like follow
 */
export async function pendingFollow({
  actor,
  userId,
}: RelationChange): Promise<{ change: Pending; isRequest: boolean; isUnanswered: boolean }> {
  assertNotSelf({ actor, userId });
  const before = await findStanding({ followerId: actor.id, followeeId: userId });
  if (!before) throw new AppError("not_found");
  if (await isBlockedPair(actor.id, userId)) throw new AppError("blocked");
  const change: Pending = {
    target: userId,
    lock: { with: lockPeople, ids: [actor.id, userId] },
    store: async (tx) => (await storeFollow({ actor, userId }, tx)).events,
  };
  return { change, isRequest: isNewRequest(before), isUnanswered: before.isPrivate && !before.following };
}

/** Counts how many private people `work` asks. If it fails, they do not count. @throws AppError rate_limited */
export function countRequestsOf<T>(actor: Actor, people: number, work: () => Promise<T>): Promise<T> {
  return consumeTogether("followRequests", actor.id, { points: people }, work);
}

/** Also takes back a request. A no-op for somebody neither followed nor asked. @throws AppError not_found */
export async function unfollow({ actor, userId }: RelationChange): Promise<FollowResponse> {
  assertNotSelf({ actor, userId });
  const pair = { followerId: actor.id, followeeId: userId };
  const { followers, gone, wasRequest } = await inTransaction(async (tx) => {
    if ((await lockPair(actor.id, userId, tx)) < 2) throw new AppError("not_found");
    const wasRequest = await deleteRequest(pair, tx);
    const gone = await deleteFollow(pair, tx);
    return { followers: await countFollowers(userId, tx), gone: gone || wasRequest, wasRequest };
  });
  if (gone) publish({ type: "relations", userId: actor.id });
  if (gone && !wasRequest) publish(...followRows("DELETE", pair));
  if (wasRequest) publish({ type: "relations", userId }, { type: "unread", userId });
  return { following: false, requested: false, followers };
}

/**
 * Accepts a person's request to follow the actor. A no-op for somebody who follows them already.
 * @throws AppError not_found if there is no request, for one because it was taken back
 */
export async function acceptRequest({ actor, userId }: RelationChange): Promise<FollowersResponse> {
  assertNotSelf({ actor, userId });
  const { followers, events } = await inTransaction(async (tx) => {
    if ((await lockPair(actor.id, userId, tx)) < 2) throw new AppError("not_found");
    const pair = { followerId: userId, followeeId: actor.id };
    const events: LiveEvent[] = [];
    if (await deleteRequest(pair, tx)) {
      await insertFollow({ ...pair, createdAt: new Date() }, tx);
      events.push(...followRows("INSERT", pair));
      events.push({ type: "relations", userId }, { type: "relations", userId: actor.id });
      events.push({ type: "unread", userId: actor.id });
      events.push(...(await notify({ kind: "follow_accepted", actorId: actor.id, userIds: [userId] }, tx)));
    } else if (!(await findStanding(pair, tx))?.following) throw new AppError("not_found");
    return { followers: await countFollowers(actor.id, tx), events };
  });
  publish(...events);
  return { followers };
}

/**
 * Declines a person's request to follow the actor, without notifying them. A no-op if there is none.
 * @throws AppError not_found
 */
export async function declineRequest({ actor, userId }: RelationChange): Promise<FollowersResponse> {
  assertNotSelf({ actor, userId });
  const { followers, gone } = await inTransaction(async (tx) => {
    if ((await lockPair(actor.id, userId, tx)) < 2) throw new AppError("not_found");
    const gone = await deleteRequest({ followerId: userId, followeeId: actor.id }, tx);
    return { followers: await countFollowers(actor.id, tx), gone };
  });
  if (gone)
    publish(
      { type: "relations", userId },
      { type: "relations", userId: actor.id },
      { type: "unread", userId: actor.id },
    );
  return { followers };
}

/**
 * Removes a follower of the actor, without notifying them. A no-op for anybody else.
 * @throws AppError
 * not_found
 */
export async function removeFollower({ actor, userId }: RelationChange): Promise<FollowersResponse> {
  assertNotSelf({ actor, userId });
  const pair = { followerId: userId, followeeId: actor.id };
  const { followers, gone } = await inTransaction(async (tx) => {
    if ((await lockPair(actor.id, userId, tx)) < 2) throw new AppError("not_found");
    const gone = await deleteFollow(pair, tx);
    return { followers: await countFollowers(actor.id, tx), gone };
  });
  if (gone)
    publish(
      { type: "relations", userId },
      { type: "relations", userId: actor.id },
      ...followRows("DELETE", pair),
    );
  return { followers };
}

/** Blocks somebody: both unfollow, and neither sees the other. @throws AppError not_found */
export async function block({ actor, userId }: RelationChange): Promise<BlockResponse> {
  assertNotSelf({ actor, userId });
  const pairs = [
    { followerId: actor.id, followeeId: userId },
    { followerId: userId, followeeId: actor.id },
  ];
  const gone: LiveEvent[] = [];
  const made = await inTransaction(async (tx) => {
    if ((await lockPair(actor.id, userId, tx)) < 2) throw new AppError("not_found");
    for (const pair of pairs) if (await deleteFollow(pair, tx)) gone.push(...followRows("DELETE", pair));
    await deleteRequest({ followerId: actor.id, followeeId: userId }, tx);
    await deleteRequest({ followerId: userId, followeeId: actor.id }, tx);
    return insertBlock(actor.id, userId, tx);
  });
  if (made) publish({ type: "relations", userId: actor.id }, { type: "relations", userId }, ...gone);
  return { blocking: true };
}

export async function unblock({ actor, userId }: RelationChange): Promise<BlockResponse> {
  assertNotSelf({ actor, userId });
  if (await deleteBlock(actor.id, userId)) {
    publish({ type: "relations", userId: actor.id }, { type: "relations", userId });
  }
  return { blocking: false };
}

/** Hides somebody from the actor's lists, without notifying them. @throws AppError not_found */
export async function mute({ actor, userId }: RelationChange): Promise<MuteResponse> {
  assertNotSelf({ actor, userId });
  const made = await inTransaction(async (tx) => {
    if ((await lockPair(actor.id, userId, tx)) < 2) throw new AppError("not_found");
    return insertMute(actor.id, userId, tx);
  });
  if (made) publish({ type: "relations", userId: actor.id });
  return { muting: true };
}

export async function unmute({ actor, userId }: RelationChange): Promise<MuteResponse> {
  assertNotSelf({ actor, userId });
  if (await deleteMute(actor.id, userId)) publish({ type: "relations", userId: actor.id });
  return { muting: false };
}
