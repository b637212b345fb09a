import { z } from "zod";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";
import { idSchema, pageOf } from "@/lib/shared/contract";
import { POST_TABS } from "@/lib/posts/rules";
import { userSchema, userShortSchema } from "./user-contract";

/** `id` is an id or a username. */
export const userParams = z.strictObject({ id: z.union([idSchema, z.string().min(1).max(61)]) });

export const personSchema = userShortSchema.extend({
  bio: z.string(),
  isPrivate: z.boolean(),
  /** `requested`: the viewer has asked to follow them. */
  viewer: z.object({ following: z.boolean(), requested: z.boolean(), followedBy: z.boolean() }),
});
export type Person = z.infer<typeof personSchema>;

/** The viewer's relation to a person; who blocks the viewer is never disclosed. */
const relationSchema = z.object({
  following: z.boolean(),
  /** The viewer has asked to follow them. */
  requested: z.boolean(),
  followedBy: z.boolean(),
  blocking: z.boolean(),
  muting: z.boolean(),
});

export const profileSchema = userSchema.extend({
  /** Only accepted followers see their posts, and whom they follow. */
  isPrivate: z.boolean(),
  relation: relationSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/** Response of follow and unfollow, with the new number of followers. `requested`: a private person has to accept it. */
export const followResponse = z.object({
  following: z.boolean(),
  requested: z.boolean(),
  followers: z.number(),
});
export type FollowResponse = z.infer<typeof followResponse>;

/** Who wants to follow the viewer; `count` is capped at REQUESTS_SHOWN_MAX. */
export const followRequestsSchema = pageOf(personSchema).extend({ count: z.number() });
export type FollowRequests = z.infer<typeof followRequestsSchema>;

/** Response of an answer to a request, and of the removal of a follower. */
export const followersResponse = z.object({ followers: z.number() });
export type FollowersResponse = z.infer<typeof followersResponse>;
export const blockResponse = z.object({ blocking: z.boolean() });
export type BlockResponse = z.infer<typeof blockResponse>;
export const muteResponse = z.object({ muting: z.boolean() });
export type MuteResponse = z.infer<typeof muteResponse>;

/** Query of lists of people; `after` is the cursor of the previous page. */
export const peopleQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: z.string().min(1).max(200).optional(),
});
export type PeopleQuery = z.infer<typeof peopleQuery>;

/** Query of `GET /users/{id}/posts`: by cursor, or by page (for `posts` only). */
export const userPostsQuery = z.object({
  tab: z.enum(POST_TABS).default("posts"),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: idSchema.optional(),
  page: z.coerce.number().int().min(1).max(1_000).optional(),
});
export type UserPostsQuery = z.infer<typeof userPostsQuery>;

/** Query of `GET /v1/discover/people`. */
export const suggestionsQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) });

/** Somebody to follow, and how many of the viewer's followees follow them. */
export const suggestionSchema = personSchema.extend({ sharedFollows: z.number() });
export type Suggestion = z.infer<typeof suggestionSchema>;

/** Lists of people related to a post. */
export type ReactorList = "likes" | "reposts";
