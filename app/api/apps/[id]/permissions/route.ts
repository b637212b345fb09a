import { idParams } from "@/lib/contracts/common";
import { setAppGrantsBody, appGrantsSchema } from "@/lib/contracts/permission";
import { route } from "@/lib/server/http/route";
import { readGrants, setGrants } from "@/lib/server/services/permission-service";

/** What the person allows one app. */
export const GET = route({
  auth: "onboarded",
  params: idParams,
  answer: appGrantsSchema,
  handler: async ({ viewer, params }) => ({ body: await readGrants(viewer, params.id) }),
});

export const PUT = route({
  auth: "onboarded",
  params: idParams,
  notFoundCode: "unknown_app",
  body: setAppGrantsBody,
  limit: "writes",
  answer: appGrantsSchema,
  handler: async ({ viewer, params, body }) => ({ body: await setGrants(viewer, params.id, body) }),
});
