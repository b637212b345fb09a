import { offeredProviders } from "@/lib/auth/provider-list.server";
import { offeredChains } from "@/lib/auth/wallet-proof.server";
import { serverEnv } from "@/lib/config/env.server";
import { settingsResponse } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { route } from "@/lib/http/route";

export const GET = route({
  auth: "none",
  gateway: authGateway,
  response: settingsResponse,
  handler: () => {
    const { SIGNUPS_DISABLED, REQUIRE_EMAIL_CONFIRMATION } = serverEnv();
    const ids = [...offeredProviders().map(({ id }) => id), ...offeredChains()];
    const providers = ids.map((id) => [id, true] as const);
    return {
      body: {
        external: { email: true, phone: false, anonymous_users: false, ...Object.fromEntries(providers) },
        disable_signup: SIGNUPS_DISABLED,
        mailer_autoconfirm: !REQUIRE_EMAIL_CONFIRMATION,
        phone_autoconfirm: false as const,
        sms_provider: "" as const,
        saml_enabled: false as const,
      },
    };
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("GET");
