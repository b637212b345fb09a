import { z } from "zod";
import { BIO_MAX_CHARS, DISPLAY_NAME_MAX_CHARS, EMAIL_MAX_CHARS } from "@/lib/config/limits";
import { assertionSchema } from "./passkey-contract";
import { isPasswordTooLong } from "./password";
import { labelSchema } from "./token-contract";
import { PROVIDER_IDS } from "./providers";
import { SIGN_IN_METHODS } from "./sign-in-methods";
import { invitationCodeSchema } from "@/lib/instance/contract";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { hasHiddenCharacter, hasHiddenCharacterOrBreak } from "@/lib/shared/hidden-characters";
import { meSchema, onboardingSchema } from "@/lib/people/user-contract";

export const emailSchema = z
  .string()
  .trim()
  .max(EMAIL_MAX_CHARS)
  .pipe(z.email({ message: "Please enter a valid email address." }));

/** A password as typed; the server checks the rules for new ones. */
export const passwordSchema = z
  .string()
  .min(1)
  .refine((value) => !isPasswordTooLong(value), {
    message: "This password is too long.",
    params: { code: "password_too_long" },
  });

const humanToken = z.string().max(2_048).optional();
const code = z.string().trim().min(1).max(40);
/** A token from a mailed link. */
const linkToken = z.string().min(20).max(100);

const HIDDEN = {
  message: "This has characters that cannot be seen.",
  params: { code: "hidden_characters" },
};
/** A name may not be invisible or reorder the text beside it. */
export const displayNameSchema = z
  .string()
  .trim()
  .min(1)
  .check(maxGraphemes(DISPLAY_NAME_MAX_CHARS))
  .refine((name) => !hasHiddenCharacterOrBreak(name), HIDDEN);
export const bioSchema = z
  .string()
  .trim()
  .check(maxGraphemes(BIO_MAX_CHARS))
  .refine((bio) => !hasHiddenCharacter(bio), HIDDEN);

export const loginBody = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  cf_turnstile_token: humanToken,
});

/** Completes a sign-in that returned `second_factor_required` with a challenge. */
export const challengeBody = z.strictObject({ challenge: z.string().max(2_048), code });

export const signupBody = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  username: z.string().min(1).max(200),
  displayName: displayNameSchema.optional(),
  invitation: invitationCodeSchema,
  /** A honeypot: invisible to people, filled in by bots. */
  homepage: z.string().max(2_048).optional(),
  cf_turnstile_token: humanToken,
});

export const usernameQuery = z.object({ name: z.string().min(1).max(200) });
/** `username` is the normalized spelling; null if the text is not a valid name. */
export const usernameResponse = z.object({
  username: z.string().nullable(),
  available: z.boolean(),
  problem: z.string().nullable(),
});
export type UsernameResponse = z.infer<typeof usernameResponse>;

export const refreshBody = z.strictObject({ refreshToken: z.string().min(1).max(200).optional() });

export const verifyBody = z.union([
  z.strictObject({ token: linkToken }),
  z.strictObject({ email: emailSchema, code }),
]);

export const addressBody = z.strictObject({ email: emailSchema, cf_turnstile_token: humanToken });
/** Without an address: for the signed-in user. */
export const resendBody = z.strictObject({ email: emailSchema.optional() });

export const recoverConfirmBody = z.union([
  z.strictObject({ token: linkToken, password: passwordSchema }),
  z.strictObject({ email: emailSchema, code, password: passwordSchema }),
]);

/** Requests a mailed code, or signs in with one. */
export const otpBody = z.union([
  z.strictObject({ token: linkToken }),
  z.strictObject({ email: emailSchema, code }),
  addressBody,
]);

export const reauthenticateBody = z.union([
  z.strictObject({ password: passwordSchema }),
  z.strictObject({ code }),
  z.strictObject({ passkey: assertionSchema }),
  /** For accounts without a password and second factor. */
  z.strictObject({ mailCode: code }),
]);

/** The token from a new-device mail. */
export const endSessionBody = z.strictObject({ token: z.string().min(20).max(1_000) });
export const changePasswordBody = z.strictObject({ password: passwordSchema });
export const changeEmailBody = z.strictObject({ email: emailSchema });
export const confirmEmailBody = z.union([z.strictObject({ token: linkToken }), z.strictObject({ code })]);
export const consentBody = z.strictObject({
  /** Of the onboarding. */
  version: z.literal("v1"),
  /** The version of the terms that the person has read. */
  terms: z.number().int().min(1).optional(),
});
export const enrolFactorBody = z.strictObject({ name: labelSchema.optional() });
export const renameFactorBody = z.strictObject({ name: labelSchema });
export const confirmFactorBody = z.strictObject({ code, name: labelSchema.optional() });
export const deleteAccountBody = z.strictObject({ username: z.string().min(1).max(200) });

/** Browsers (`x-client-info: gum-web`) get a cookie instead of the two tokens. */
export const loginResponse = z.object({
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
  expiresAt: z.string(),
  user: meSchema,
});
export type LoginResponse = z.infer<typeof loginResponse>;

export const signupResponse = loginResponse.extend({
  userId: z.string(),
  requiresEmailConfirmation: z.boolean(),
  expiresAt: z.string().optional(),
  /** Back to the hosted client that began the sign-in. */
  continueTo: z.string().optional(),
});
export type SignupResponse = z.infer<typeof signupResponse>;

export const meResponse = z.object({
  user: meSchema,
  onboarding: onboardingSchema,
  onboarding_completed: z.boolean(),
  expiresAt: z.string(),
});
export type MeResponse = z.infer<typeof meResponse>;

export const sessionInfoSchema = z.object({
  id: z.string(),
  kind: z.enum(["web", "api"]),
  userAgent: z.string(),
  /** How the session was started; null for sessions older than this field. */
  openedBy: z.enum(SIGN_IN_METHODS).nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  current: z.boolean(),
});
export type SessionInfo = z.infer<typeof sessionInfoSchema>;

export const factorsResponse = z.object({
  hasPassword: z.boolean(),
  /** Number of passkeys. */
  passkeys: z.number(),
  /** The linked providers that this instance offers. */
  providers: z.array(z.enum(PROVIDER_IDS)),
  /** Whether a mailed code can reauthenticate. */
  canProveByMail: z.boolean(),
  totp: z.object({
    enabled: z.boolean(),
    /** When the oldest authenticator app was added. */
    confirmedAt: z.string().nullable(),
    recoveryCodesLeft: z.number(),
    factors: z.array(
      z.object({
        id: z.string(),
        /** Empty for one from before they had names. */
        name: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.string().nullable(),
      }),
    ),
  }),
});
export type FactorsResponse = z.infer<typeof factorsResponse>;
export const totpEnrolmentSchema = z.object({
  id: z.string(),
  secret: z.string(),
  uri: z.string(),
  qr: z.string(),
});
export type TotpEnrolment = z.infer<typeof totpEnrolmentSchema>;
/** Empty if an earlier authenticator app already created them. */
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesResponse = z.infer<typeof recoveryCodesResponse>;

/** The same whether or not the address has an account. */
export const sentResponse = z.object({ sent: z.boolean() });
/** `user` is only set if the confirmed account is the caller's own. */
export const verifiedResponse = z.object({
  verified: z.boolean(),
  user: meSchema.optional(),
  onboarding: onboardingSchema.optional(),
});
export const changedResponse = z.object({ changed: z.boolean(), user: meSchema.optional() });
export const consentResponse = z.object({ user: meSchema, onboarding: onboardingSchema });
export const endedSessionsResponse = z.object({ ended: z.number() });
