import { endSessionBody } from "@/lib/auth/contract";
import { endToldSession } from "@/lib/auth/device-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { consumeLimit } from "@/lib/infra/rate-limiter";

export const POST = route({
  summary: { en: "End a session that a mail reported", ja: "メールで通知されたセッションを終了する" },
  auth: "none",
  body: endSessionBody,
  handler: async ({ body, address }) => {
    await consumeLimit("codeAddress", address);
    await endToldSession(body.token);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
