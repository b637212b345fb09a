import { reauthenticateBody } from "@/lib/auth/contract";
import { accountActor } from "@/lib/auth/sign-in-response.server";
import { route } from "@/lib/http/route";
import { reauthenticate } from "@/lib/account/service";

export const POST = route({
  auth: "user",
  body: reauthenticateBody,
  handler: async ({ viewer, body }) => reauthenticate(accountActor(viewer), body),
});
