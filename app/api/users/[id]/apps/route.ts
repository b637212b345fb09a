import { appSchema } from "@/lib/apps/contract";
import { idParams, listQuery, pageOf } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { listUserApps } from "@/lib/apps/service";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  query: listQuery,
  response: pageOf(appSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listUserApps({ viewer, userId: params.id, query }),
  }),
});
