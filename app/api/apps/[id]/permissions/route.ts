import { idParams } from "@/lib/shared/contract";
import { setAppGrantsBody, appGrantsSchema } from "@/lib/permissions/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { readGrants, setGrants } from "@/lib/permissions/service";

export const GET = route({
  summary: "Read what the viewer allowed an app",
  auth: "onboarded",
  params: idParams,
  response: appGrantsSchema,
  handler: async ({ viewer, params }) => ({ body: await readGrants(viewer, params.id) }),
});

export const PUT = route({
  summary: "Change what the viewer allows an app",
  ...appRoute,
  body: setAppGrantsBody,
  limit: "writes",
  response: appGrantsSchema,
  handler: async ({ viewer, params, body }) => ({ body: await setGrants(viewer, params.id, body) }),
});

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods("GET", "PUT");
