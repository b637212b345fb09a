import type { SignupMode } from "@/lib/instance/rules";
import type { ProviderId } from "./providers";

/** What a form asks the human check for; its token is good for nothing else. */
export type HumanAction = "login" | "signup" | "sign_in" | "recover_password";

/** What the auth screens need to know about this instance. */
export type AuthFacts = {
  /** Of the human check; null where this instance has none. */
  siteKey: string | null;
  signups: SignupMode;
  /** False where sign-in is not set up. */
  isSignInConfigured: boolean;
  /** False while the database is down. */
  isAvailable: boolean;
  /** True where mails go to /outbox instead of being sent. */
  outboxOpen: boolean;
  /** The relying party of passkeys; null if the instance has none. */
  passkeyHost: string | null;
  /** The offered sign-in providers. */
  providers: { id: ProviderId; name: string }[];
  /** The accounts of a local demo, with the password they share; null everywhere else. */
  demo: {
    password: string;
    accounts: { id: string; email: string; displayName: string; avatarUrl: string | null }[];
  } | null;
};
