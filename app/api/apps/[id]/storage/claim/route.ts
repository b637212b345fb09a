import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { appStorageHolder, claimAppStorageSchema, claimedAppStorage } from "@/lib/storage/contract";
import { claimAppStorage, findStorageHolder } from "@/lib/storage/service";

/** Who has the app open, and how new its data is. */
export const GET = route({
  ...appRoute,
  response: appStorageHolder,
  handler: async ({ viewer, params }) => ({ body: await findStorageHolder({ viewer, appId: params.id }) }),
});

/** Takes the app over and reads its data. */
export const POST = route({
  ...appRoute,
  limit: "appStorage",
  body: claimAppStorageSchema,
  response: claimedAppStorage,
  handler: async ({ viewer, params, body }) => ({
    body: await claimAppStorage({ viewer, appId: params.id, ...body }),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
