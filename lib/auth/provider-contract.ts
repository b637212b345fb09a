import { z } from "zod";
import { EMAIL_MAX_CHARS } from "@/lib/config/limits";
import { invitationCodeSchema } from "@/lib/instance/contract";
import { displayNameSchema } from "./contract";
import { IDENTITY_PROVIDERS, PROVIDER_IDS } from "./providers";

export const providerParams = z.strictObject({ provider: z.enum(PROVIDER_IDS) });
export const identityParams = z.strictObject({ provider: z.enum(IDENTITY_PROVIDERS) });

/** The purpose of an OAuth flow. */
const PROVIDER_PURPOSES = ["sign_in", "link", "reauthenticate"] as const;
export const startProviderBody = z.strictObject({ purpose: z.enum(PROVIDER_PURPOSES) });
export type ProviderPurpose = z.infer<typeof startProviderBody>["purpose"];

/** The URL that the browser goes to next. */
export const startProviderResponse = z.object({ url: z.string() });

/** The address is omitted if the provider has confirmed one. */
export const providerSignupBody = z.strictObject({
  username: z.string().min(1).max(200),
  displayName: displayNameSchema.optional(),
  email: z
    .string()
    .trim()
    .max(EMAIL_MAX_CHARS)
    .pipe(z.email({ message: "Please enter a valid email address." }))
    .optional(),
  invitation: invitationCodeSchema,
});

export const linkedProviderSchema = z.object({
  provider: z.enum(IDENTITY_PROVIDERS),
  name: z.string(),
  /** Whether the instance offers it. A provider that is no longer offered can still be unlinked. */
  isOffered: z.boolean(),
  linked: z
    .object({ email: z.string().nullable(), createdAt: z.string(), lastUsedAt: z.string().nullable() })
    .nullable(),
});
export type LinkedProvider = z.infer<typeof linkedProviderSchema>;

/** What `/auth/callback` has to do after an OAuth flow, with the provider's name to show. */
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
      needsInvitation: boolean;
    };
