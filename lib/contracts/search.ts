import { z } from "zod";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/domain/page-sizes";
import type { App } from "./app";
import type { Page } from "./common";
import type { Person } from "./people";
import type { Post } from "./post";

export const SEARCH_TYPES = ["users", "posts", "apps"] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];
export const SEARCH_MAX_CHARS = 100;

/** Query of `GET /v1/search`. */
export const searchQuerySchema = z.object({
  q: z.string().trim().max(SEARCH_MAX_CHARS),
  type: z.enum(SEARCH_TYPES).default("posts"),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: z.string().min(1).max(200).optional(),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

export type SearchResults = { users: Page<Person>; posts: Page<Post>; apps: Page<App> };
