import { z } from "zod";
import { bioSchema, displayNameSchema } from "@/lib/auth/contract";
import { meSchema } from "@/lib/people/user-contract";

/** At least one field; the first change completes the onboarding step `profile_min`. */
export const updateProfileBody = z
  .strictObject({
    username: z.string().min(1).max(200).optional(),
    displayName: displayNameSchema.optional(),
    bio: bioSchema.optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    message: "Nothing to change was sent.",
  });
export type UpdateProfile = z.infer<typeof updateProfileBody>;

export const updateProfileResponse = z.object({ success: z.literal(true), data: meSchema });
export type UpdateProfileResponse = z.infer<typeof updateProfileResponse>;
