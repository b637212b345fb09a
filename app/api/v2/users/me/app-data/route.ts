import { pageOf } from "@/lib/shared/contract";
import { appDataUseSchema } from "@/lib/permissions/contract";
import { route } from "@/lib/http/route";
import { getAppData } from "@/lib/permissions/service";

/** What apps keep for the person. */
export const GET = route({
  auth: "user",
  response: pageOf(appDataUseSchema),
  handler: async ({ viewer }) => ({ body: { items: await getAppData(viewer.id), nextCursor: null } }),
});
