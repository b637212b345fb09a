import { z } from "zod";
import { EMAIL_MAX_CHARS } from "@/lib/config/limits";
import { displayNameSchema } from "./contract";
import { PROVIDER_IDS } from "./providers";

export const providerParams = z.strictObject({ provider: z.enum(PROVIDER_IDS) });

/** What the visit of a provider is for. */
export const PROVIDER_PURPOSES = ["sign_in", "link", "reauthenticate"] as const;
export const startProviderBody = z.strictObject({ purpose: z.enum(PROVIDER_PURPOSES) });
export type ProviderPurpose = z.infer<typeof startProviderBody>["purpose"];

/** Where the browser goes next. */
export const startProviderResponse = z.object({ url: z.string() });

/** Without an address where the provider has confirmed one. */
export const providerSignupBody = z.strictObject({
  username: z.string().min(1).max(200),
  displayName: displayNameSchema.optional(),
  email: z
    .string()
    .trim()
    .max(EMAIL_MAX_CHARS)
    .pipe(z.email({ message: "Please enter a valid email address." }))
    .optional(),
});

export const linkedProviderSchema = z.object({
  provider: z.enum(PROVIDER_IDS),
  name: z.string(),
  /** Whether the instance offers it; one that it offers no more can still be unlinked. */
  isOffered: z.boolean(),
  linked: z
    .object({ email: z.string().nullable(), createdAt: z.string(), lastUsedAt: z.string().nullable() })
    .nullable(),
});
export type LinkedProvider = z.infer<typeof linkedProviderSchema>;

/** What `/auth/callback` has to do after the visit of a provider, whose name it shows. */
export type Arrival =
  | { step: "done" }
  | { step: "second_factor"; challenge: string; passkeyHost: string | null }
  | { step: "known_address"; provider: string }
  | {
      step: "newcomer";
      provider: string;
      email: string | null;
      isConfirmed: boolean;
      username: string | null;
      displayName: string | null;
    };
