import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { appStorageHolder, claimAppStorageSchema, claimedAppStorage } from "@/lib/storage/contract";
import { claimAppStorage, findStorageHolder } from "@/lib/storage/service";

export const GET = route({
  summary: {
    en: "Read who has the data of an app open, and how new it is",
    ja: "アプリのデータを開いている端末と、データの新しさを取得する",
  },
  ...appRoute,
  response: appStorageHolder,
  handler: async ({ viewer, params }) => ({ body: await findStorageHolder({ viewer, appId: params.id }) }),
});

export const POST = route({
  summary: {
    en: "Claim the data of an app and read it",
    ja: "アプリのデータの書き込み権を取得し、内容を読み取る",
  },
  ...appRoute,
  limit: "appStorage",
  body: claimAppStorageSchema,
  response: claimedAppStorage,
  handler: async ({ viewer, params, body }) => ({
    body: await claimAppStorage({ viewer, appId: params.id, ...body }),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
