import { idParams } from "@/lib/shared/contract";
import { setAppGrantsBody, appGrantsSchema } from "@/lib/permissions/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { readGrants, setGrants } from "@/lib/permissions/service";

export const GET = route({
  summary: { en: "Read what the viewer allowed an app", ja: "アプリに許可した内容を取得する" },
  auth: "onboarded",
  params: idParams,
  response: appGrantsSchema,
  handler: async ({ viewer, params }) => ({ body: await readGrants(viewer, params.id) }),
});

export const PUT = route({
  summary: { en: "Change what the viewer allows an app", ja: "アプリに許可する内容を変更する" },
  ...appRoute,
  body: setAppGrantsBody,
  limit: "writes",
  response: appGrantsSchema,
  handler: async ({ viewer, params, body }) => ({ body: await setGrants(viewer, params.id, body) }),
});

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods("GET", "PUT");
