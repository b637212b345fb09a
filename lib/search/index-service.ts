import "server-only";
import { textTerms } from "./terms";
import type { Db } from "@/lib/db/client";
import { writeAppSearch, type AppRecord } from "@/lib/apps/repository";
import { writePersonSearch } from "@/lib/people/repository";

/** Updates a person's search terms. Call it in every transaction that changes one of these fields. */
export async function indexPerson(
  person: { id: string; username: string; displayName: string; bio: string },
  tx: Db,
): Promise<void> {
  await writePersonSearch(person.id, textTerms(`${person.username} ${person.displayName} ${person.bio}`), tx);
}

type IndexedApp = Pick<
  AppRecord,
  "id" | "name" | "description" | "category" | "tags" | "ownerUsername" | "ownerDisplayName" | "manifest"
>;

/** Updates an app's search terms. Call it in every transaction that changes one of these fields. */
export async function indexApp(app: IndexedApp, tx: Db): Promise<void> {
  const translations = Object.values(app.manifest.metadata.translations ?? {});
  const names = [app.name, ...translations.map(({ name }) => name)];
  const descriptions = [app.description, ...translations.map(({ description }) => description)];
  const strong = textTerms([...names, ...app.tags].join(" "));
  const weak = textTerms([...descriptions, app.category, app.ownerUsername, app.ownerDisplayName].join(" "));
  await writeAppSearch(app.id, { strong, weak }, tx);
}
