import { z } from "zod";
import { bioSchema, displayNameSchema, emailSchema, passwordSchema } from "@/lib/auth/contract";
import { PROVIDER_IDS, WALLET_IDS } from "@/lib/auth/providers";
import { labelSchema } from "@/lib/auth/token-contract";
import { invitationCodeSchema } from "@/lib/instance/contract";
import { idSchema } from "@/lib/shared/contract";

/** Request and response bodies of hosted auth clients, reduced to the fields that have a meaning here. */
const security = z.object({ captcha_token: z.string().max(2_048).optional() }).optional();
const code = z.string().trim().min(1).max(40);
const linkToken = z.string().min(20).max(100);

/** Error codes for kinds of sign-in that no instance offers, with their statuses. */
export const ABSENT_WAYS: Readonly<Record<string, number>> = {
  phone_provider_disabled: 400,
  anonymous_provider_disabled: 422,
};

const isGiven = (value: unknown): boolean => typeof value === "string" && value !== "";

/** A body with an address, in whose place clients can send a phone number, or nothing for an anonymous sign-in. */
function addressed<S extends z.ZodType>(schema: S, { orGuest = false } = {}): z.ZodPipe<z.ZodType, S> {
  const body: z.ZodType = z.looseObject({}).superRefine(({ email, phone }, context) => {
    const refuse = (code: string, message: string): void =>
      context.addIssue({ code: "custom", path: ["email"], params: { code }, message });
    if (isGiven(email)) return;
    if (isGiven(phone)) refuse("phone_provider_disabled", "Phone sign-ins are disabled on this instance.");
    else if (orGuest)
      refuse("anonymous_provider_disabled", "Anonymous sign-ins are disabled on this instance.");
  });
  return z.pipe(body, schema);
}

/** The metadata that a client may change: the profile. */
const profileData = z.object({
  username: z.string().min(1).max(200).optional(),
  display_name: displayNameSchema.optional(),
  bio: bioSchema.optional(),
});

/** What a newcomer gives: their profile, and an invitation where one is needed. */
const signupData = profileData.extend({ invitation: invitationCodeSchema });

export const hostedSignupBody = addressed(
  z.object({
    email: emailSchema,
    password: passwordSchema,
    data: signupData.required({ username: true }),
    gotrue_meta_security: security,
  }),
  { orGuest: true },
);

export const ssoBody = z.looseObject({});

export const tokenQuery = z.object({ grant_type: z.string().max(50) });
export const tokenBody = z.looseObject({});
export const passwordGrant = addressed(
  z.object({ email: emailSchema, password: passwordSchema, gotrue_meta_security: security }),
);
export const pkceGrant = z.object({
  auth_code: z.string().min(1).max(8_000),
  // RFC 7636. Clients append `/recovery` to the one they keep, never to what they send.
  code_verifier: z.string().min(43).max(128),
});
export const idTokenGrant = z.object({
  provider: z.string().min(1).max(50),
  id_token: z.string().min(1).max(16_000),
  nonce: z.string().min(1).max(255).nullish(),
  /** Links the identity with the signed-in account. */
  link_identity: z.boolean().optional(),
  gotrue_meta_security: security,
});
export const web3Grant = z.object({
  chain: z.enum(WALLET_IDS),
  message: z.string().min(1).max(10_000),
  signature: z.string().min(1).max(1_000),
  gotrue_meta_security: security,
});
export const refreshGrant = z.object({ refresh_token: z.string().min(1).max(4_000) });

/** Of a client that wants an authorization code instead of a session (PKCE). */
const codeChallenge = {
  code_challenge: z.string().min(43).max(128).nullish(),
  code_challenge_method: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["s256", "plain"]))
    .nullish(),
};
const redirectTo = { redirect_to: z.string().max(4_000).optional() };

/** More of it, such as `queryParams` of the client, is for the providers of other backends. */
export const authorizeQuery = z.looseObject({
  provider: z.enum(PROVIDER_IDS),
  link: z.string().max(4_000).optional(),
  ...redirectTo,
  ...codeChallenge,
});
export const linkAddressResponse = z.object({ url: z.string() });
export const identityParams = z.strictObject({ identity: z.string().max(200) });

export const returnQuery = z.looseObject(redirectTo);
/** Mail services append parameters of their own, such as `utm_source`. */
export const mailedLinkQuery = z.looseObject({ token: z.string().min(1).max(8_000) });
const address = z.object({ email: emailSchema, gotrue_meta_security: security, ...codeChallenge });
export const hostedAddressBody = addressed(address);
export const hostedResendBody = addressed(address.extend({ type: z.enum(["signup", "email_change"]) }));

const VERIFY_TYPES = ["email", "magiclink", "signup", "recovery", "email_change"] as const;
export const hostedVerifyBody = addressed(
  z.union([
    z.object({ type: z.enum(VERIFY_TYPES), token_hash: linkToken }),
    z.object({ type: z.enum(VERIFY_TYPES), email: emailSchema, token: code }),
  ]),
);

export const updateUserBody = z.object({
  email: emailSchema.optional(),
  password: passwordSchema.optional(),
  /** Reauthenticates: the current password, or a code from a mail or an authenticator app. */
  current_password: passwordSchema.optional(),
  nonce: code.optional(),
  data: signupData.optional(),
});

export const logoutQuery = z.object({ scope: z.enum(["global", "local", "others"]).default("global") });

export const enrolBody = z.object({
  factor_type: z.literal("totp"),
  friendly_name: labelSchema.optional().or(z.literal("")),
});
export const verifyFactorBody = z.object({ code });
/** Of one factor, by its id. */
export const factorParams = z.strictObject({ id: idSchema });

const hostedFactor = z.object({
  id: z.string(),
  friendly_name: z.string(),
  factor_type: z.literal("totp"),
  status: z.enum(["verified", "unverified"]),
  created_at: z.string(),
  updated_at: z.string(),
});

const hostedUser = z.object({
  id: z.string(),
  aud: z.literal("authenticated"),
  role: z.literal("authenticated"),
  email: z.string(),
  phone: z.literal(""),
  email_confirmed_at: z.string().optional(),
  confirmed_at: z.string().optional(),
  app_metadata: z.object({ provider: z.string(), providers: z.array(z.string()) }),
  user_metadata: z.object({
    username: z.string(),
    display_name: z.string(),
    bio: z.string(),
    avatar_url: z.string().nullable(),
    onboarded: z.boolean(),
  }),
  identities: z.array(
    z.object({
      id: z.string(),
      identity_id: z.string(),
      user_id: z.string(),
      provider: z.string(),
      identity_data: z.object({ sub: z.string(), email: z.string().optional() }),
      created_at: z.string(),
    }),
  ),
  factors: z.array(hostedFactor),
  is_anonymous: z.literal(false),
  created_at: z.string(),
  updated_at: z.string(),
  last_sign_in_at: z.string().optional(),
});
export type HostedUser = z.infer<typeof hostedUser>;

/** Before the second factor: only what the next step needs, nothing about the account. */
const halfUser = hostedUser.pick({ id: true, aud: true, role: true, factors: true });
export type HalfUser = z.infer<typeof halfUser>;

/** Before a newcomer has an account: what their provider says, to prefill a form. */
const newcomerUser = halfUser.extend({
  email: z.string(),
  app_metadata: hostedUser.shape.app_metadata,
  user_metadata: z.object({ username: z.string(), display_name: z.string(), onboarded: z.literal(false) }),
});
export type NewcomerUser = z.infer<typeof newcomerUser>;
export const anyUser = z.union([hostedUser, newcomerUser, halfUser]);

export const hostedSession = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal("bearer"),
  /** In seconds. */
  expires_in: z.number(),
  /** Unix seconds. */
  expires_at: z.number(),
  user: anyUser,
});
export type HostedSession = z.infer<typeof hostedSession>;

export const emptyResponse = z.strictObject({});
export const signupAnswer = z.union([hostedSession, hostedUser]);
export const verifyAnswer = z.union([hostedSession, z.strictObject({ user: hostedUser }), emptyResponse]);

export const enrolledResponse = z.object({
  id: z.string(),
  type: z.literal("totp"),
  friendly_name: z.string(),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
});
export const challengeResponse = z.object({
  id: z.string(),
  type: z.literal("totp"),
  expires_at: z.number(),
});
export const unenrolledResponse = z.object({ id: z.string() });
export const recoveryStatus = z.object({
  id: z.string(),
  type: z.literal("recovery_code"),
  total: z.number(),
  remaining: z.number(),
});
export const recoveryCodes = recoveryStatus.omit({ remaining: true }).extend({ codes: z.array(z.string()) });

export const settingsResponse = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.literal(false),
  sms_provider: z.literal(""),
  saml_enabled: z.literal(false),
});
export const healthResponse = z.object({ name: z.string(), description: z.string() });
export const keysResponse = z.object({ keys: z.array(z.never()) });
