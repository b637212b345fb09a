import "server-only";
import { textTerms } from "@/lib/domain/search-terms";
import type { Db } from "@/lib/server/db/client";
import { writePersonSearch } from "@/lib/server/repositories/people-repository";

/** Writes what a person is found by. Called in every transaction that makes a person or changes one of these. */
export async function indexPerson(
  person: { id: string; username: string; displayName: string; bio: string },
  tx: Db,
): Promise<void> {
  await writePersonSearch(person.id, textTerms(`${person.username} ${person.displayName} ${person.bio}`), tx);
}
