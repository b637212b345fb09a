import { z } from "zod";
import type { Onboarding } from "@/lib/domain/onboarding";
import { BIO_MAX_CHARS, DISPLAY_NAME_MAX_CHARS, EMAIL_MAX_CHARS } from "@/lib/config/limits";
import { isPasswordTooLong } from "@/lib/domain/password";
import type { Me } from "./user";

export const emailSchema = z
  .string()
  .trim()
  .max(EMAIL_MAX_CHARS)
  .pipe(z.email({ message: "Please enter a valid email address." }));

/** A password as typed. Rules for new ones are the server's; here only what needs no look at it. */
const passwordSchema = z
  .string()
  .min(1)
  .refine((value) => !isPasswordTooLong(value), { message: "This password is too long." });

const humanToken = z.string().max(2_048).optional();
const code = z.string().trim().min(1).max(40);
/** A token from a mailed link. */
const linkToken = z.string().min(20).max(100);

export const displayNameSchema = z.string().trim().min(1).max(DISPLAY_NAME_MAX_CHARS);
export const bioSchema = z.string().trim().max(BIO_MAX_CHARS);

export const loginBody = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  cf_turnstile_token: humanToken,
});

/** The second half of a sign-in whose first half answered `second_factor_required` with a challenge. */
export const challengeBody = z.strictObject({ challenge: z.string().max(2_048), code });

export const signupBody = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  username: z.string().min(1).max(200),
  displayName: displayNameSchema.optional(),
  cf_turnstile_token: humanToken,
});

export const usernameQuery = z.object({ name: z.string().min(1).max(200) });
/** `username` is the one spelling that would be kept; null where the text cannot be a name. */
export type UsernameAnswer = { username: string | null; available: boolean; problem: string | null };

export const refreshBody = z.strictObject({ refreshToken: z.string().min(1).max(200).optional() });

export const verifyBody = z.union([
  z.strictObject({ token: linkToken }),
  z.strictObject({ email: emailSchema, code }),
]);

export const addressBody = z.strictObject({ email: emailSchema, cf_turnstile_token: humanToken });
/** Without an address: to the signed-in person. */
export const resendBody = z.strictObject({ email: emailSchema.optional() });

export const recoverConfirmBody = z.union([
  z.strictObject({ token: linkToken, password: passwordSchema }),
  z.strictObject({ email: emailSchema, code, password: passwordSchema }),
]);

/** Asks for a code by mail, or signs in with one. */
export const otpBody = z.union([
  z.strictObject({ token: linkToken }),
  z.strictObject({ email: emailSchema, code }),
  addressBody,
]);

export const reauthenticateBody = z.union([
  z.strictObject({ password: passwordSchema }),
  z.strictObject({ code }),
]);

export const changePasswordBody = z.strictObject({ password: passwordSchema });
export const changeEmailBody = z.strictObject({ email: emailSchema });
export const confirmEmailBody = z.union([z.strictObject({ token: linkToken }), z.strictObject({ code })]);
export const consentBody = z.strictObject({ version: z.literal("v1") });
export const confirmFactorBody = z.strictObject({ code });
export const deleteAccountBody = z.strictObject({ username: z.string().min(1).max(200) });

/** What a sign-in answers. Browsers (`x-client-info: gum-web`) get a cookie instead of the two tokens. */
export type LoginAnswer = { accessToken?: string; refreshToken?: string; expiresAt: string; user: Me };

export type SignupAnswer = {
  userId: string;
  requiresEmailConfirmation: boolean;
  accessToken?: string;
  refreshToken?: string;
  expiresAt?: string;
  user: Me;
};

export type MeAnswer = { user: Me; onboarding: Onboarding; onboarding_completed: boolean; expiresAt: string };

/** A sign-in on one device, as its owner sees it. */
export type SessionInfo = {
  id: string;
  kind: "web" | "api";
  userAgent: string;
  createdAt: string;
  lastUsedAt: string;
  current: boolean;
};

export type FactorsAnswer = {
  hasPassword: boolean;
  totp: { enabled: boolean; confirmedAt: string | null; recoveryCodesLeft: number };
};
export type TotpEnrolment = { secret: string; uri: string; qr: string };
export type RecoveryCodesAnswer = { recoveryCodes: string[] };
