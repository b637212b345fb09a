import { meResponse } from "@/lib/auth/contract";
import type { MeResponse } from "@/lib/auth/contract";
import { leaseEndsAt } from "@/lib/auth/sign-in-response.server";
import { route } from "@/lib/http/route";
import { getMe } from "@/lib/account/service";

export const GET = route({
  auth: "user",
  response: meResponse,
  handler: async ({ viewer }) => {
    const { me } = await getMe(viewer.id);
    const answer: MeResponse = {
      user: me,
      onboarding: me.onboarding,
      onboarding_completed: me.onboarding_completed,
      expiresAt: leaseEndsAt(),
    };
    return { body: answer };
  },
});
