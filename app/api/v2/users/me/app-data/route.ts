import { route } from "@/lib/server/http/route";
import { getAppData } from "@/lib/server/services/permission-service";

/** What apps keep for the person. */
export const GET = route({
  auth: "user",
  handler: async ({ viewer }) => ({ body: { items: await getAppData(viewer.id), nextCursor: null } }),
});
