import "server-only";
import { LIST_MEMBERS_MAX, LISTS_MAX } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import { blockedPeople, hiddenPeople } from "@/lib/posts/card-repository";
import { maySeePostsOf } from "./privacy-repository";
import type { PeopleList } from "./list-contract";

/** SQL for the ids of the people in the viewer's list, without those whose posts the viewer does not see. */
export function peopleInList({ viewerId, listId }: { viewerId: string; listId: string }): Prisma.Sql {
  return Prisma.sql`
    SELECT m.user_id AS id FROM people_list_members m JOIN people_lists l ON l.id = m.list_id
     WHERE l.id = ${listId}::uuid AND l.owner_id = ${viewerId}::uuid
       AND m.user_id <> ALL (${hiddenPeople(viewerId)}::uuid[])
       AND ${maySeePostsOf(Prisma.sql`m.user_id`, viewerId)}`;
}

/** A person's lists, oldest first. */
export function listLists({
  ownerId,
  id,
  memberId,
}: {
  ownerId: string;
  /** Only this one. */
  id?: string | undefined;
  memberId?: string | undefined;
}): Promise<PeopleList[]> {
  return readRows<PeopleList>(Prisma.sql`
    SELECT l.id, l.name, (SELECT count(*) FROM people_list_members m WHERE m.list_id = l.id)::int AS members,
           EXISTS (SELECT 1 FROM people_list_members m
                    WHERE m.list_id = l.id AND m.user_id = ${memberId ?? null}::uuid) AS has
      FROM people_lists l WHERE l.owner_id = ${ownerId}::uuid ${id ? Prisma.sql`AND l.id = ${id}::uuid` : Prisma.empty}
     ORDER BY l.id`);
}

type NewList = { id: string; ownerId: string; name: string };

/** @returns false if the person has LISTS_MAX lists, or one with this name */
export async function insertList({ id, ownerId, name }: NewList): Promise<boolean> {
  const made = await db().$executeRaw`
    INSERT INTO people_lists (id, owner_id, name) SELECT ${id}::uuid, ${ownerId}::uuid, ${name}
     WHERE (SELECT count(*) FROM people_lists WHERE owner_id = ${ownerId}::uuid) < ${LISTS_MAX}
    ON CONFLICT DO NOTHING`;
  return made === 1;
}

export async function hasListNamed(ownerId: string, name: string, exceptId?: string): Promise<boolean> {
  const count = await db().peopleList.count({
    where: { ownerId, name, ...(exceptId && { NOT: { id: exceptId } }) },
  });
  return count > 0;
}

/** @returns false if the person has no such list */
export async function renameList({ id, ownerId, name }: NewList): Promise<boolean> {
  const { count } = await db().peopleList.updateMany({ where: { id, ownerId }, data: { name } });
  return count === 1;
}

export async function deleteList({ id, ownerId }: Omit<NewList, "name">): Promise<void> {
  await db().peopleList.deleteMany({ where: { id, ownerId } });
}

type Member = { listId: string; ownerId: string; userId: string };

/** Locks the person's list, so that concurrent additions cannot exceed the limit. @returns false if there is none */
export async function lockList({ listId, ownerId }: Omit<Member, "userId">, tx: Db): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM people_lists WHERE id = ${listId}::uuid AND owner_id = ${ownerId}::uuid FOR NO KEY UPDATE`;
  return rows.length === 1;
}

/**
 * @returns "full" beyond LIST_MEMBERS_MAX; "unknown" if there is no such person, or they and the owner have a block
 * between them
 */
export async function insertMember(
  { listId, ownerId, userId }: Member,
  tx: Db,
): Promise<"added" | "full" | "unknown"> {
  const [row] = await tx.$queryRaw<{ known: boolean; full: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM users WHERE id = ${userId}::uuid AND id <> ALL (${blockedPeople(ownerId)}::uuid[])) AS known,
           (SELECT count(*) FROM people_list_members
             WHERE list_id = ${listId}::uuid AND user_id <> ${userId}::uuid) >= ${LIST_MEMBERS_MAX} AS full`;
  if (!row?.known) return "unknown";
  if (row.full) return "full";
  await tx.$executeRaw`
    INSERT INTO people_list_members (list_id, user_id) VALUES (${listId}::uuid, ${userId}::uuid) ON CONFLICT DO NOTHING`;
  return "added";
}

/**
 * Adds those of these people whom the owner may see, up to LIST_MEMBERS_MAX. The caller has locked the list.
 * @returns how many of them are in it now
 */
export async function insertMembers(
  { listId, ownerId, userIds }: Omit<Member, "userId"> & { userIds: string[] },
  tx: Db,
): Promise<number> {
  await tx.$executeRaw`
    INSERT INTO people_list_members (list_id, user_id)
    SELECT ${listId}::uuid, u.id FROM unnest(${userIds}::uuid[]) WITH ORDINALITY AS wanted(id, place) JOIN users u USING (id)
     WHERE u.id <> ALL (${blockedPeople(ownerId)}::uuid[])
       AND NOT EXISTS (SELECT 1 FROM people_list_members m WHERE m.list_id = ${listId}::uuid AND m.user_id = u.id)
     ORDER BY wanted.place
     LIMIT GREATEST(0, ${LIST_MEMBERS_MAX} - (SELECT count(*) FROM people_list_members WHERE list_id = ${listId}::uuid))`;
  return tx.peopleListMember.count({ where: { listId, userId: { in: userIds } } });
}

export async function deleteMember({ listId, userId }: Omit<Member, "ownerId">, tx: Db): Promise<void> {
  await tx.peopleListMember.deleteMany({ where: { listId, userId } });
}

export type OwnedList = { id: string; ownerId: string };

/** Which of the lists somebody is in. */
export function findListsWith(userId: string, listIds: string[]): Promise<OwnedList[]> {
  return readRows<OwnedList>(Prisma.sql`
    SELECT l.id, l.owner_id AS "ownerId" FROM people_list_members m JOIN people_lists l ON l.id = m.list_id
     WHERE m.user_id = ${userId}::uuid AND m.list_id = ANY (${listIds}::uuid[])`);
}
