import "server-only";
import { uuidv7 } from "uuidv7";
import { LIST_MEMBERS_MAX, LISTS_MAX } from "@/lib/config/limits";
import { inTransaction } from "@/lib/db/client";
import { publish } from "@/lib/notifications/notify-service";
import type { Actor, Page } from "@/lib/shared/contract";
import { AppError, fieldError } from "@/lib/shared/errors";
import type { PeopleQuery, Person } from "./contract";
import type { PeopleList } from "./list-contract";
import {
  deleteList as deleteRow,
  deleteMember,
  hasListNamed,
  insertList,
  insertMember,
  insertMembers,
  listLists,
  lockList,
  renameList as renameRow,
} from "./list-repository";
import { relatedPage } from "./service";

/** Makes the actor's other tabs, devices and live streams refetch their lists. */
const changed = (actor: Actor) => publish({ type: "relations", userId: actor.id });

/** The viewer's lists, and whether `memberId` is in them. */
export function getLists({
  viewer,
  memberId,
}: {
  viewer: Actor;
  memberId?: string | undefined;
}): Promise<PeopleList[]> {
  return listLists({ ownerId: viewer.id, memberId });
}

/** @throws AppError not_found, also for somebody else's */
export async function getList({ viewer, id }: { viewer: Actor; id: string }): Promise<PeopleList> {
  const [list] = await listLists({ ownerId: viewer.id, id });
  if (!list) throw new AppError("not_found");
  return list;
}

/** @throws AppError validation_error if the actor has a list of this name, or LISTS_MAX */
export async function makeList({ actor, name }: { actor: Actor; name: string }): Promise<PeopleList> {
  const id = uuidv7();
  if (!(await insertList({ id, ownerId: actor.id, name }))) {
    if (await hasListNamed(actor.id, name)) throw nameTaken();
    throw fieldError("name", "too_many", `You can have ${LISTS_MAX} lists at most.`);
  }
  changed(actor);
  return { id, name, members: 0, has: false };
}

/** @throws AppError not_found; validation_error if another list of the actor has this name */
export async function renameList({
  actor,
  id,
  name,
}: {
  actor: Actor;
  id: string;
  name: string;
}): Promise<PeopleList> {
  const list = await getList({ viewer: actor, id });
  if (await hasListNamed(actor.id, name, id)) throw nameTaken();
  if (!(await renameRow({ id, ownerId: actor.id, name }))) throw new AppError("not_found");
  changed(actor);
  return { ...list, name };
}

/** Idempotent. */
export async function deleteList({ actor, id }: { actor: Actor; id: string }): Promise<void> {
  await deleteRow({ id, ownerId: actor.id });
  changed(actor);
}

/**
 * Adds a person to a list of the actor, or removes them. Idempotent. They are not notified.
 * @throws AppError not_found without the list, or without a person whom the actor may see; validation_error beyond
 * LIST_MEMBERS_MAX
 */
export async function setMember({
  actor,
  listId,
  userId,
  on,
}: {
  actor: Actor;
  listId: string;
  userId: string;
  on: boolean;
}): Promise<PeopleList> {
  await inTransaction(async (tx) => {
    if (!(await lockList({ listId, ownerId: actor.id }, tx))) throw new AppError("not_found");
    if (!on) return deleteMember({ listId, userId }, tx);
    const outcome = await insertMember({ listId, ownerId: actor.id, userId }, tx);
    if (outcome === "unknown") throw new AppError("not_found");
    if (outcome === "full")
      throw fieldError("userId", "too_many", `A list can have ${LIST_MEMBERS_MAX} people at most.`);
  });
  changed(actor);
  return { ...(await getList({ viewer: actor, id: listId })), has: on };
}

/**
 * Adds people to the actor's list of this name, creating it if there is none. Idempotent. They are not
 * notified.
 * @returns whether it was made, and how many of the people are not in it: unknown here, hidden, or beyond LIST_MEMBERS_MAX
 * @throws AppError validation_error beyond LISTS_MAX
 */
export async function fillList({
  actor,
  name,
  userIds,
}: {
  actor: Actor;
  name: string;
  userIds: string[];
}): Promise<{ isNew: boolean; missing: number }> {
  const known = (await listLists({ ownerId: actor.id })).find((list) => list.name === name);
  const { id } = known ?? (await makeList({ actor, name }));
  const people = [...new Set(userIds)];
  const added = await inTransaction(async (tx) => {
    if (!(await lockList({ listId: id, ownerId: actor.id }, tx))) throw new AppError("not_found");
    return insertMembers({ listId: id, ownerId: actor.id, userIds: people }, tx);
  });
  changed(actor);
  return { isNew: !known, missing: people.length - added };
}

/** The members of the viewer's list, newest first. @throws AppError not_found */
export async function listMembers({
  viewer,
  id,
  query,
}: {
  viewer: Actor;
  id: string;
  query: PeopleQuery;
}): Promise<Page<Person>> {
  await getList({ viewer, id });
  return relatedPage(viewer, { of: id, list: "members" }, query);
}

const nameTaken = () => fieldError("name", "taken", "You have a list of this name.");
