import "server-only";
import { textTerms } from "@/lib/domain/search-terms";
import type { Db } from "@/lib/server/db/client";
import { writeAppSearch, type AppRecord } from "@/lib/server/repositories/app-repository";

type Indexed = Pick<
  AppRecord,
  "id" | "name" | "description" | "category" | "tags" | "ownerUsername" | "ownerDisplayName"
>;

/** Writes what an app is found by. Called in every transaction that changes one of these. */
export async function indexApp(app: Indexed, tx: Db): Promise<void> {
  const strong = textTerms(`${app.name} ${app.tags.join(" ")}`);
  const weak = textTerms(`${app.description} ${app.category} ${app.ownerUsername} ${app.ownerDisplayName}`);
  await writeAppSearch(app.id, { strong, weak }, tx);
}
