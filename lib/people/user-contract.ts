import { z } from "zod";
import { ONBOARDING_STEPS } from "@/lib/account/onboarding";

/** A person as an author, an owner, a search result. */
export const userShortSchema = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
});
export type UserShort = z.infer<typeof userShortSchema>;

/** A person as anyone signed in may see them: never with a mail address. */
export const userSchema = userShortSchema.extend({
  bio: z.string(),
  bannerUrl: z.string().nullable(),
  createdAt: z.string(),
  counts: z.object({
    posts: z.number(),
    followers: z.number(),
    following: z.number(),
    apps: z.number(),
  }),
  viewer: z.object({ following: z.boolean(), followedBy: z.boolean() }),
});
export type User = z.infer<typeof userSchema>;

const steps = z.array(z.enum(ONBOARDING_STEPS));

/** Specification, section 3. */
export const onboardingSchema = z.object({
  version: z.literal("v1"),
  state: z.enum(["in_progress", "completed"]),
  required: steps,
  completed: steps,
  missing: steps,
  isOnboarded: z.boolean(),
});

/** The viewer's own profile. */
export const meSchema = userSchema.extend({
  email: z.string(),
  onboarding: onboardingSchema,
  onboarding_completed: z.boolean(),
});
export type Me = z.infer<typeof meSchema>;
