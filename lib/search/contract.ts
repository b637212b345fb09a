import { z } from "zod";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";
import { appSchema } from "@/lib/apps/contract";
import { collectionSchema } from "@/lib/collections/contract";
import { pageOf } from "@/lib/shared/contract";
import { personSchema } from "@/lib/people/contract";
import { postSchema } from "@/lib/posts/contract";
import { SEARCH_TYPES, type SearchType } from "./rules";

const SEARCH_MAX_CHARS = 100;

/** Query of `GET /v1/search`. */
export const searchQuerySchema = z.object({
  q: z.string().trim().max(SEARCH_MAX_CHARS),
  type: z.enum([...SEARCH_TYPES, "all"]).default("posts"),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: z.string().min(1).max(200).optional(),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

const pages = {
  users: pageOf(personSchema),
  posts: pageOf(postSchema),
  apps: pageOf(appSchema),
  collections: pageOf(collectionSchema),
};
export type SearchResults = { [Type in SearchType]: z.infer<(typeof pages)[Type]> };

/** Query of `GET /v1/search/complete`: the prefix of a name or tag, without its sign. */
export const completeQuerySchema = z.object({
  type: z.enum(["users", "tags"]),
  q: z.string().trim().max(SEARCH_MAX_CHARS).default(""),
});
export type CompleteQuery = z.infer<typeof completeQuerySchema>;

export const tagSchema = z.object({ tag: z.string(), posts: z.number() });
export type Tag = z.infer<typeof tagSchema>;

/** Response of `GET /v1/search/complete`: the list of the other type is empty. */
export const completionsSchema = z.object({ users: z.array(personSchema), tags: z.array(tagSchema) });
export type Completions = z.infer<typeof completionsSchema>;

/** Response of `GET /v1/search`: a page of the kind that `type` names, or one of each. */
export const searchResponse = z.union([
  z.object(pages),
  pages.users,
  pages.posts,
  pages.apps,
  pages.collections,
]);
