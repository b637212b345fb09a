import { listOf } from "@/lib/shared/contract";
import { accountActor, mailLanguage } from "@/lib/auth/sign-in-response.server";
import { createdTokenSchema, createTokenBody, tokenInfoSchema } from "@/lib/auth/token-contract";
import { createToken, getTokens } from "@/lib/auth/token-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "List the viewer's access tokens",
  auth: "onboarded",
  response: listOf(tokenInfoSchema),
  handler: async ({ viewer }) => ({ body: { items: await getTokens(viewer.id) } }),
});

/** Creates a personal access token. Only this response contains it. */
export const POST = route({
  summary: "Create an access token",
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
