import { reauthenticateBody } from "@/lib/auth/contract";
import { accountActor } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { reauthenticate } from "@/lib/account/service";

export const POST = route({
  summary: { en: "Prove again who one is", ja: "あらためて本人確認をする" },
  auth: "user",
  body: reauthenticateBody,
  handler: async ({ viewer, body }) => reauthenticate(accountActor(viewer), body),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
