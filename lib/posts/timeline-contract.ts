import { z } from "zod";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";
import { idSchema } from "@/lib/shared/contract";

/** `home`: oneself and those one follows; `all`: everyone. */
export const FEEDS = ["home", "all"] as const;
export type Feed = (typeof FEEDS)[number];

/** Query of `GET /v1/timeline`. `after` is the cursor of the page before. */
export const timelineQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: idSchema.optional(),
  feed: z.enum(FEEDS).default("home"),
});
export type TimelineQuery = z.infer<typeof timelineQuery>;
