import "server-only";
import type { Db } from "@/lib/db/client";
import { textTerms } from "@/lib/search/terms";
import { listUnindexed, writeTerms } from "./search-repository";

type Words = { id: string; title: string; description: string };

/** The only term of a text without letters or digits. No query has it: theirs have letters and digits only. */
const NO_TERMS = ["-"];

function withTerms({ id, title, description }: Words) {
  const terms = textTerms(`${title} ${description}`);
  return { id, title, description, terms: terms.length > 0 ? terms : NO_TERMS };
}

/** Updates a collection's search terms. Call it in every transaction that changes its words. */
export async function indexCollection(collection: Words, tx: Db): Promise<void> {
  await writeTerms([withTerms(collection)], tx);
}

/** Cron job: indexes collections that are stored without search terms. @returns how many */
export async function indexUnindexedCollections(limit: number): Promise<number> {
  const collections = await listUnindexed(limit);
  return collections.length === 0 ? 0 : writeTerms(collections.map(withTerms));
}
