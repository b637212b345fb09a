import { pageOf } from "@/lib/contracts/common";
import { appPermissionSchema } from "@/lib/contracts/permission";
import { route } from "@/lib/server/http/route";
import { getPermissions } from "@/lib/server/services/permission-service";

/** What the person allowed their apps to reach over the network. */
export const GET = route({
  auth: "user",
  answer: pageOf(appPermissionSchema),
  handler: async ({ viewer }) => ({ body: { items: await getPermissions(viewer.id), nextCursor: null } }),
});
