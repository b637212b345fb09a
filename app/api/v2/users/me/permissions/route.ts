import { pageOf } from "@/lib/shared/contract";
import { appPermissionSchema } from "@/lib/permissions/contract";
import { route } from "@/lib/http/route";
import { getPermissions } from "@/lib/permissions/service";

/** What the person allowed their apps to reach over the network. */
export const GET = route({
  auth: "user",
  response: pageOf(appPermissionSchema),
  handler: async ({ viewer }) => ({ body: { items: await getPermissions(viewer.id), nextCursor: null } }),
});
