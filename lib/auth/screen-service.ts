import "server-only";
import { DEMO_EMAILS, DEMO_PASSWORD } from "@/lib/config/demo";
import { serverEnv } from "@/lib/config/env.server";
import { isHumanCheckOn } from "./turnstile.server";
import { presentUserShort } from "@/lib/people/user-presenter";
import { listUsersByEmail } from "@/lib/account/user-repository";
import { isOutboxOpen } from "@/lib/mail/service";

export type AuthScreenFacts = {
  siteKey: string | null;
  signupsDisabled: boolean;
  isSignInConfigured: boolean;
  outboxOpen: boolean;
  demo: {
    password: string;
    accounts: { id: string; email: string; displayName: string; avatarUrl: string | null }[];
  } | null;
};

/** The instance's settings for the auth screens; demo accounts only on a local instance. */
export async function getAuthScreenFacts(): Promise<AuthScreenFacts> {
  const env = serverEnv();
  const accounts = env.isDeployed ? [] : await listUsersByEmail([...DEMO_EMAILS]);
  return {
    siteKey: isHumanCheckOn() ? (env.TURNSTILE_SITE_KEY ?? null) : null,
    signupsDisabled: env.SIGNUPS_DISABLED,
    isSignInConfigured: env.isSignInConfigured,
    outboxOpen: isOutboxOpen(),
    demo:
      accounts.length === 0
        ? null
        : {
            password: DEMO_PASSWORD,
            accounts: accounts.map((account) => {
              const { id, displayName, avatarUrl } = presentUserShort(account);
              return { id, email: account.email, displayName, avatarUrl };
            }),
          },
  };
}
