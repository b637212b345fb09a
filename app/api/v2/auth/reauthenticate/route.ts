import { reauthenticateBody } from "@/lib/auth/contract";
import { route } from "@/lib/http/route";
import { reauthenticate } from "@/lib/account/service";

export const POST = route({
  auth: "user",
  body: reauthenticateBody,
  handler: async ({ viewer, body }) => {
    await reauthenticate({ userId: viewer.id, sessionId: viewer.sessionId }, body);
  },
});
