import { meAnswer } from "@/lib/contracts/auth";
import type { MeAnswer } from "@/lib/contracts/auth";
import { leaseEndsAt } from "@/lib/server/auth/sign-in-answer";
import { route } from "@/lib/server/http/route";
import { getMe } from "@/lib/server/services/account-service";

export const GET = route({
  auth: "user",
  answer: meAnswer,
  handler: async ({ viewer }) => {
    const { me } = await getMe(viewer.id);
    const answer: MeAnswer = {
      user: me,
      onboarding: me.onboarding,
      onboarding_completed: me.onboarding_completed,
      expiresAt: leaseEndsAt(),
    };
    return { body: answer };
  },
});
