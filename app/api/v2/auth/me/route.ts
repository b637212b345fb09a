import { meResponse } from "@/lib/auth/contract";
import { leaseEndsAt } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getMe } from "@/lib/account/service";

export const GET = route({
  summary: {
    en: "Read who is signed in, and what is left of onboarding",
    ja: "サインイン中の人と、残りの初期設定を取得する",
  },
  auth: "user",
  scope: "read",
  response: meResponse,
  handler: async ({ viewer }) => {
    const { me } = await getMe(viewer.id);
    const { onboarding, onboarding_completed } = me;
    return { body: { user: me, onboarding, onboarding_completed, expiresAt: leaseEndsAt() } };
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
