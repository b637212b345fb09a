/** What the auth screens need to know about the instance; the server tells. */
export type AuthFacts = {
  /** Of the human check, or null where there is none. */
  siteKey: string | null;
  signupsDisabled: boolean;
  /** False where nobody can sign in, because the host has not set it up. */
  isSignInConfigured: boolean;
  /** True where mails are kept in the product's outbox instead of being sent. */
  outboxOpen: boolean;
  /** Accounts of a local demo that anybody may use, with their common password; none anywhere else. */
  demo: {
    password: string;
    accounts: { id: string; email: string; displayName: string; avatarUrl: string | null }[];
  } | null;
};
