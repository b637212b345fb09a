import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { appStorageHolder, claimAppStorageSchema, claimedAppStorage } from "@/lib/storage/contract";
import { claimAppStorage, findStorageHolder } from "@/lib/storage/service";

export const GET = route({
  summary: "Read who has the data of an app open, and how new it is",
  ...appRoute,
  response: appStorageHolder,
  handler: async ({ viewer, params }) => ({ body: await findStorageHolder({ viewer, appId: params.id }) }),
});

export const POST = route({
  summary: "Claim the data of an app and read it",
  ...appRoute,
  limit: "appStorage",
  body: claimAppStorageSchema,
  response: claimedAppStorage,
  handler: async ({ viewer, params, body }) => ({
    body: await claimAppStorage({ viewer, appId: params.id, ...body }),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
