import { route } from "@/lib/server/http/route";
import { getPermissions } from "@/lib/server/services/permission-service";

/** What the person allowed their apps to reach over the network. */
export const GET = route({
  auth: "user",
  handler: async ({ viewer }) => ({ body: { items: await getPermissions(viewer.id), nextCursor: null } }),
});
