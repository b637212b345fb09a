import { changePasswordBody } from "@/lib/contracts/auth";
import { accountActor, mailLanguage } from "@/lib/server/auth/sign-in-answer";
import { route } from "@/lib/server/http/route";
import { changePassword } from "@/lib/server/services/account-service";

export const PUT = route({
  auth: "user",
  body: changePasswordBody,
  limit: "writes",
  handler: async ({ viewer, request, body }) => {
    await changePassword(accountActor(viewer), {
      password: body.password,
      language: await mailLanguage(request),
    });
  },
});
