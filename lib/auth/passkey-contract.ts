import { z } from "zod";
import { labelSchema } from "./token-contract";

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);
const credentialId = base64url(1_400);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
};
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/** The result of `navigator.credentials.create()` as JSON. */
const newCredentialSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_192),
    attestationObject: base64url(65_536),
    transports: z
      .array(z.string().max(30))
      .max(20)
      .transform((names) => TRANSPORTS.filter((name) => names.includes(name)))
      .default([]),
  }),
});
export type NewCredential = z.infer<typeof newCredentialSchema>;

/** The result of `navigator.credentials.get()` as JSON. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_192),
    authenticatorData: base64url(8_192),
    signature: base64url(8_192),
    userHandle: base64url(200).optional(),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** `challenge` is that of a sign-in that requires a second factor; without one, the passkey alone signs in. */
export const signInOptionsBody = z.strictObject({ challenge: z.string().max(2_048).optional() });
export const passkeySignInBody = z.strictObject({
  challenge: z.string().max(2_048).optional(),
  credential: assertionSchema,
});
export const addPasskeyBody = z.strictObject({ name: labelSchema, credential: newCredentialSchema });
export const renamePasskeyBody = z.strictObject({ name: labelSchema });

/** Options for the browser's WebAuthn functions, as JSON. */
export const passkeyOptionsSchema = z.object({ options: z.record(z.string(), z.unknown()) });

export const passkeyInfoSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Synced by a password manager, so it works on several devices. */
  backedUp: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type PasskeyInfo = z.infer<typeof passkeyInfoSchema>;
