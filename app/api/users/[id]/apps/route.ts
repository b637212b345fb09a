import { appSchema } from "@/lib/contracts/app";
import { idParams, listQuery, pageOf } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { listUserApps } from "@/lib/server/services/app-service";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  query: listQuery,
  answer: pageOf(appSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listUserApps({ viewer, userId: params.id, query }),
  }),
});
