import { pageOf } from "@/lib/contracts/common";
import { appDataUseSchema } from "@/lib/contracts/permission";
import { route } from "@/lib/server/http/route";
import { getAppData } from "@/lib/server/services/permission-service";

/** What apps keep for the person. */
export const GET = route({
  auth: "user",
  answer: pageOf(appDataUseSchema),
  handler: async ({ viewer }) => ({ body: { items: await getAppData(viewer.id), nextCursor: null } }),
});
