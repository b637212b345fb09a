import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { digestBody, digestSchema } from "@/lib/digest/contract";
import { getDigest, setDigest } from "@/lib/digest/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "Read whether one gets a digest by mail", ja: "ダイジェストメールの設定を取得する" },
  auth: "onboarded",
  response: digestSchema,
  handler: async ({ viewer }) => ({ body: await getDigest(viewer) }),
});

export const PUT = route({
  summary: { en: "Turn one's digest by mail on or off", ja: "ダイジェストメールをオンまたはオフにする" },
  auth: "onboarded",
  limit: "writes",
  body: digestBody,
  response: digestSchema,
  handler: async ({ viewer, body, request }) => ({
    body: await setDigest({ actor: viewer, body, language: await mailLanguage(request) }),
  }),
});

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods("GET", "PUT");
