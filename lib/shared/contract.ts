import { z } from "zod";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";

/** Whoever acts: a signed-in person, or the seed in a person's name. */
export type Actor = { id: string };

/** Stands for a guest where an id is required: nobody has this id, so it owns nothing and blocks nobody. */
export const NOBODY: Actor = { id: "00000000-0000-0000-0000-000000000000" };

/** In lower case: ids are also keys of limits and of events, and one in capitals would be another key for the same row. */
export const idSchema = z.uuid().toLowerCase();

/** Path parameters `{id}`. */
export const idParams = z.strictObject({ id: idSchema });

/**
 * Query of a list. `after` is the cursor of the previous page. The specification also has `page` and `offset`, which are
 * bounded because the database counts them off from the start.
 */
export const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: z.string().min(1).max(200).optional(),
  page: z.coerce.number().int().min(1).max(1_000).optional(),
  offset: z.coerce.number().int().min(0).max(100_000).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** A page of a list; `nextCursor` is null on the last page. */
export type Page<T> = { items: T[]; nextCursor: string | null };

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** The schema of a list without pages. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item) });
}
