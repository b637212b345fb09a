import { recoverConfirmBody, changedAnswer } from "@/lib/contracts/auth";
import { mailLanguage } from "@/lib/server/auth/sign-in-answer";
import { route } from "@/lib/server/http/route";
import { recoverPassword } from "@/lib/server/services/recovery-service";

export const POST = route({
  auth: "none",
  body: recoverConfirmBody,
  answer: changedAnswer,
  handler: async ({ request, address, body }) => {
    const { password, ...proof } = body;
    await recoverPassword({ proof, password, address, language: await mailLanguage(request) });
    return { body: { changed: true } };
  },
});
