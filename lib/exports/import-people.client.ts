import { ApiError } from "@/lib/browser/api";
import { IMPORT_PEOPLE } from "@/lib/config/export-limits";
import type { PeopleHere } from "@/lib/people/import-contract";
import { archivePersonSchema, type ArchivePerson } from "./archive-contract";
import { call, type FoundPerson, type ImportRun, readJson, type Relation } from "./import-support.client";

const ACTIONS: Record<Relation, string> = { blocked: "block", muted: "mute", following: "follow" };
const RELATIONS = Object.keys(ACTIONS) as Relation[];

/**
 * Finds out who of these people is here. It changes nothing: whoever has the same name here may be somebody else, and whom
 * somebody follows is seen by others.
 * @param files the JSON files of the archive
 */
export async function findPeople(run: ImportRun, files: readonly string[]): Promise<void> {
  const { archive, summary, signal } = run;
  const there = new Map<string, ArchivePerson & { relations: Relation[] }>();
  for (const relation of RELATIONS) {
    const pages = files.filter((path) => path.startsWith(`data/${relation}-`) && archive.entries.has(path));
    for (const path of pages)
      for (const { id, username } of await readJson(archive, path, archivePersonSchema.array())) {
        const known = there.get(id);
        if (known) known.relations.push(relation);
        else there.set(id, { id, username, relations: [relation] });
      }
  }
  const people = [...there.values()];
  const found = new Map<string, FoundPerson>();
  for (let from = 0; from < people.length; from += IMPORT_PEOPLE) {
    const part = people.slice(from, from + IMPORT_PEOPLE);
    const body = { people: part.map(({ id, username }) => ({ id, username })) };
    const { items } = await call<PeopleHere>("/v2/users/me/imports/people", body, signal);
    summary.peopleElsewhere += part.length - items.length;
    for (const { idThere, person, isSame, relation } of items) {
      const before = there.get(idThere)!.relations;
      // Nobody can follow whom they block.
      const isBlocked = relation.blocked || before.includes("blocked");
      const relations = before.filter((each) => !relation[each] && !(each === "following" && isBlocked));
      // Somebody may have the name here that another one has there.
      if (relations.length > 0 && (isSame || !found.has(person.id)))
        found.set(person.id, { person, isSame, relations });
    }
  }
  summary.people = [...found.values()];
}

export type Related = {
  done: number;
  /** Whom it is done for, and those who are not here any more. */
  handled: Set<FoundPerson>;
  /** Why it could not be done for others. */
  refused: Map<FoundPerson, ApiError>;
  /** Ended it before the last person. */
  problem: unknown;
};

/** Follows, blocks or mutes people as there. One who cannot be followed does not stop the others. */
export async function relateToAll(people: readonly FoundPerson[], signal: AbortSignal): Promise<Related> {
  const related: Related = { done: 0, handled: new Set(), refused: new Map(), problem: null };
  for (const found of people)
    try {
      if (await relateTo(found, signal)) related.done++;
      related.handled.add(found);
    } catch (error) {
      const isOfAll = !(error instanceof ApiError) || error.status === 0 || error.status === 401;
      if (isOfAll) return { ...related, problem: error };
      related.refused.set(found, error);
    }
  return related;
}

/** @returns false if they are not here any more @throws ApiError */
async function relateTo({ person, relations }: FoundPerson, signal: AbortSignal): Promise<boolean> {
  try {
    for (const relation of relations)
      await call(`/users/${person.id}/${ACTIONS[relation]}`, undefined, signal);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}
