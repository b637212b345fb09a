import "server-only";
import type { Actor } from "@/lib/shared/contract";
import type { PeopleHere } from "./import-contract";
import { listPeopleHere } from "./import-repository";
import { presentUserShort } from "./user-presenter";

/**
 * Finds the people of an archive here: by id, otherwise by name. It changes nothing: whoever has a name here may be
 * somebody else than there, so the person chooses.
 */
export async function findPeopleHere({
  viewer,
  people,
}: {
  viewer: Actor;
  people: { id: string; username: string }[];
}): Promise<PeopleHere> {
  const found = await listPeopleHere({
    viewerId: viewer.id,
    ids: people.map(({ id }) => id),
    names: people.map(({ username }) => username),
  });
  const byId = new Map(found.map((record) => [record.id, record]));
  const byName = new Map(found.map((record) => [record.username, record]));
  const items = people.flatMap(({ id, username }) => {
    const same = byId.get(id);
    const record = same ?? byName.get(username);
    if (!record) return [];
    const { following, blocked, muted } = record;
    const relation = { following, blocked, muted };
    return [{ idThere: id, person: presentUserShort(record), isSame: same !== undefined, relation }];
  });
  return { items };
}
