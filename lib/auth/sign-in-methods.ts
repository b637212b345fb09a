import { IDENTITY_PROVIDERS } from "./providers";

/** How a session can be started. */
export const SIGN_IN_METHODS = ["password", "code", "link", "passkey", ...IDENTITY_PROVIDERS] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];
