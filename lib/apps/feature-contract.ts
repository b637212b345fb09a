import { z } from "zod";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { FEATURE_REASON_MAX_CHARS, FEATURE_STATES } from "./rules";

const words = z.string().trim().check(maxGraphemes(FEATURE_REASON_MAX_CHARS));

/** Body of `PUT /apps/{id}/feature`: why the app should be featured. */
export const proposeBody = z.strictObject({ reason: words.min(1) });
export type ProposeBody = z.input<typeof proposeBody>;

/** Body of `PATCH /apps/{id}/feature`: approves or refuses it; a refusal says why. */
export const decideFeatureBody = z.union([
  z.strictObject({ approve: z.literal(true), reason: words.default("") }),
  z.strictObject({ approve: z.literal(false), reason: words.min(1) }),
]);
export type DecideFeatureBody = z.input<typeof decideFeatureBody>;

/** Whether an app is featured, for its owner and for moderators. */
export const featureSchema = z.object({
  state: z.enum(["none", ...FEATURE_STATES]),
  reason: z.string(),
  /** What the moderators said. */
  answer: z.string(),
  proposedAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
});
export type Feature = z.infer<typeof featureSchema>;

/** A proposal as moderators see it. */
export type FeatureCase = Feature & {
  app: { id: string; name: string; iconUrl: string; ownerId: string; ownerUsername: string };
};
