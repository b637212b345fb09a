import { reauthenticateBody } from "@/lib/contracts/auth";
import { route } from "@/lib/server/http/route";
import { reauthenticate } from "@/lib/server/services/account-service";

export const POST = route({
  auth: "user",
  body: reauthenticateBody,
  handler: async ({ viewer, body }) => {
    await reauthenticate({ userId: viewer.id, sessionId: viewer.sessionId }, body);
  },
});
