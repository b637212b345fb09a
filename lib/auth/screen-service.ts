import "server-only";
import { DEMO_EMAILS, DEMO_PASSWORD } from "@/lib/config/demo";
import { serverEnv } from "@/lib/config/env.server";
import { isUnreachable } from "@/lib/db/errors";
import { isDatabaseUp } from "@/lib/infra/database-up";
import { instanceSettings } from "@/lib/instance/settings.server";
import { relyingParty } from "./passkey-ceremony.server";
import { offeredProviders } from "./provider-list.server";
import type { AuthFacts } from "./screen-contract";
import { isHumanCheckOn } from "./turnstile.server";
import { presentUserShort } from "@/lib/people/user-presenter";
import { listUsersByEmail } from "@/lib/account/user-repository";
import { isOutboxOpen } from "@/lib/mail/service";

function orNullIfDown(error: unknown): null {
  if (isUnreachable(error)) return null;
  throw error;
}

/** What the auth screens show of the instance. Demo accounts are named on a local instance only. */
export async function getAuthScreenFacts(): Promise<AuthFacts> {
  const env = serverEnv();
  const isUp = await isDatabaseUp();
  const accounts =
    env.isDeployed || !isUp ? [] : await listUsersByEmail([...DEMO_EMAILS]).catch(orNullIfDown);
  return {
    siteKey: isHumanCheckOn() ? (env.TURNSTILE_SITE_KEY ?? null) : null,
    signups: (await instanceSettings()).signups,
    isAvailable: isUp && accounts !== null,
    isSignInConfigured: env.isSignInConfigured,
    outboxOpen: isOutboxOpen(),
    passkeyHost: relyingParty()?.id ?? null,
    providers: offeredProviders(),
    demo: !accounts?.length
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
