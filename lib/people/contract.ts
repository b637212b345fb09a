import { z } from "zod";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";
import { idSchema } from "@/lib/shared/contract";
import { userSchema, userShortSchema } from "./user-contract";

/** A person is named by id, or by the name that a mention has. */
export const userParams = z.strictObject({ id: z.union([idSchema, z.string().min(1).max(61)]) });

/** A person in a list. */
export const personSchema = userShortSchema.extend({
  bio: z.string(),
  viewer: z.object({ following: z.boolean(), followedBy: z.boolean() }),
});
export type Person = z.infer<typeof personSchema>;

/** How the signed-in person stands to another: `blockedBy` is never said of people who can still be seen. */
const relationSchema = z.object({
  following: z.boolean(),
  followedBy: z.boolean(),
  blocking: z.boolean(),
  muting: z.boolean(),
});

/** A person's page: their profile, and how one stands to them. */
export const profileSchema = userSchema.extend({ relation: relationSchema });
export type Profile = z.infer<typeof profileSchema>;

/** Answer of follow and unfollow: whether one follows now, and how many do. */
export const followResponse = z.object({ following: z.boolean(), followers: z.number() });
export type FollowResponse = z.infer<typeof followResponse>;
export const blockResponse = z.object({ blocking: z.boolean() });
export type BlockResponse = z.infer<typeof blockResponse>;
export const muteResponse = z.object({ muting: z.boolean() });
export type MuteResponse = z.infer<typeof muteResponse>;

/** Query of lists of people; `after` is the cursor of the page before. */
export const peopleQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: z.string().min(1).max(200).optional(),
});
export type PeopleQuery = z.infer<typeof peopleQuery>;

/** Query of `GET /users/{id}/posts`: by cursor, or by page. */
export const userPostsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: idSchema.optional(),
  page: z.coerce.number().int().min(1).max(1_000).optional(),
});
export type UserPostsQuery = z.infer<typeof userPostsQuery>;

/** Query of `GET /v1/discover/people`. */
export const suggestionsQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) });

/** A suggestion: somebody to follow, and how many of those one follows do. */
export const suggestionSchema = personSchema.extend({ sharedFollows: z.number() });
export type Suggestion = z.infer<typeof suggestionSchema>;
