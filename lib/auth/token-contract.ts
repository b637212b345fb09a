import { z } from "zod";
import { TOKEN_DAYS_MAX, TOKEN_NAME_MAX_CHARS } from "@/lib/config/limits";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { hasHiddenCharacterOrBreak } from "@/lib/shared/hidden-characters";
import { TOKEN_SCOPES } from "./token-scopes";

/** The name of a token or passkey, chosen by its owner. */
export const labelSchema = z
  .string()
  .trim()
  .min(1)
  .check(maxGraphemes(TOKEN_NAME_MAX_CHARS))
  .refine((name) => !hasHiddenCharacterOrBreak(name), {
    message: "This has characters that cannot be seen.",
    params: { code: "hidden_characters" },
  });

export const createTokenBody = z.strictObject({
  name: labelSchema,
  scopes: z
    .array(z.enum(TOKEN_SCOPES))
    .min(1)
    .max(TOKEN_SCOPES.length)
    .transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
  /** Null for a token without an expiry date. */
  expiresInDays: z.number().int().min(1).max(TOKEN_DAYS_MAX).nullable(),
});
export type CreateToken = z.input<typeof createTokenBody>;

export const tokenInfoSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type TokenInfo = z.infer<typeof tokenInfoSchema>;

/** `token` is sent only once. */
export const createdTokenSchema = tokenInfoSchema.extend({ token: z.string() });
export type CreatedToken = z.infer<typeof createdTokenSchema>;
