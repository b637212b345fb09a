import { listOf } from "@/lib/shared/contract";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { createdTokenSchema, createTokenBody, tokenInfoSchema } from "@/lib/auth/token-contract";
import { createToken, getTokens } from "@/lib/auth/token-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "List the viewer's access tokens", ja: "自分のアクセストークンの一覧を取得する" },
  auth: "onboarded",
  response: listOf(tokenInfoSchema),
  handler: async ({ viewer }) => ({ body: { items: await getTokens(viewer.id) } }),
});

/** Creates a personal access token. Only this response contains it. */
export const POST = route({
  summary: { en: "Create an access token", ja: "アクセストークンを作成する" },
  auth: "onboarded",
  limit: "writes",
  body: createTokenBody,
  response: createdTokenSchema,
  handler: async ({ viewer, request, body }) => ({
    status: 201,
    body: await createToken({ ...accountActor(viewer), language: await mailLanguage(request) }, body),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
