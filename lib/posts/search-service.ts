import "server-only";
import { textTerms } from "@/lib/search/terms";
import { listUnindexed, writeTerms } from "./search-repository";

/** The only term of a text without letters or digits. No query has it: theirs have letters and digits only. */
const NO_TERMS = ["-"];

/**
 * Cron job: indexes posts that are stored without search terms. Comments became posts by a migration, which cannot make
 * terms.
 * @returns how many
 */
export async function indexUnindexedPosts(limit: number): Promise<number> {
  const posts = await listUnindexed(limit);
  if (posts.length === 0) return 0;
  return writeTerms(
    posts.map(({ id, body }) => {
      const terms = textTerms(body);
      return { id, body, terms: terms.length > 0 ? terms : NO_TERMS };
    }),
  );
}
