import { meAnswer } from "@/lib/auth/contract";
import type { MeAnswer } from "@/lib/auth/contract";
import { leaseEndsAt } from "@/lib/auth/sign-in-answer.server";
import { route } from "@/lib/http/route";
import { getMe } from "@/lib/account/service";

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
