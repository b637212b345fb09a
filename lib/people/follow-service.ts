import "server-only";
import type { BlockResponse, FollowResponse, MuteResponse } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { inTransaction } from "@/lib/db/client";
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
} from "./follow-repository";
import { notify, publish } from "@/lib/notifications/notify-service";

export type RelationChange = { actor: Actor; userId: string };

function assertNotSelf({ actor, userId }: RelationChange): void {
  if (actor.id === userId)
    throw new AppError("validation_error", { message: "You cannot do this with yourself." });
}

/** A no-op for somebody followed already. @throws AppError not_found, blocked */
export async function follow({ actor, userId, at }: RelationChange & { at?: Date }): Promise<FollowResponse> {
  assertNotSelf({ actor, userId });
  const { followers, events, made } = await inTransaction(async (tx) => {
    if ((await lockPair(actor.id, userId, tx)) < 2) throw new AppError("not_found");
    if (await isBlockedPair(actor.id, userId, tx)) throw new AppError("blocked");
    const pair = { followerId: actor.id, followeeId: userId, createdAt: at ?? new Date() };
    const made = await insertFollow(pair, tx);
    const events = made ? await notify({ kind: "follow", actorId: actor.id, userIds: [userId], at }, tx) : [];
    return { followers: await countFollowers(userId, tx), events, made };
  });
  if (made) publish({ type: "relations", userId: actor.id }, ...events);
  return { following: true, followers };
}

/** A no-op for somebody not followed. @throws AppError not_found */
export async function unfollow({ actor, userId }: RelationChange): Promise<FollowResponse> {
  assertNotSelf({ actor, userId });
  const { followers, gone } = await inTransaction(async (tx) => {
    if ((await lockPair(actor.id, userId, tx)) < 2) throw new AppError("not_found");
    const gone = await deleteFollow({ followerId: actor.id, followeeId: userId }, tx);
    return { followers: await countFollowers(userId, tx), gone };
  });
  if (gone) publish({ type: "relations", userId: actor.id });
  return { following: false, followers };
}

/** Blocks somebody: both unfollow, and neither sees the other. @throws AppError not_found */
export async function block({ actor, userId }: RelationChange): Promise<BlockResponse> {
  assertNotSelf({ actor, userId });
  const made = await inTransaction(async (tx) => {
    if ((await lockPair(actor.id, userId, tx)) < 2) throw new AppError("not_found");
    await deleteFollow({ followerId: actor.id, followeeId: userId }, tx);
    await deleteFollow({ followerId: userId, followeeId: actor.id }, tx);
    return insertBlock(actor.id, userId, tx);
  });
  if (made) publish({ type: "relations", userId: actor.id }, { type: "relations", userId });
  return { blocking: true };
}

export async function unblock({ actor, userId }: RelationChange): Promise<BlockResponse> {
  assertNotSelf({ actor, userId });
  if (await deleteBlock(actor.id, userId)) {
    publish({ type: "relations", userId: actor.id }, { type: "relations", userId });
  }
  return { blocking: false };
}

/** Hides somebody from the actor's lists without telling them. @throws AppError not_found */
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
