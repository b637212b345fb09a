import { PROVIDER_IDS } from "./providers";

/** How a session can be opened. */
export const SIGN_IN_METHODS = [
  "password",
  "code",
  "link",
  "passkey",
  ...PROVIDER_IDS,
  "ethereum",
  "solana",
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];
