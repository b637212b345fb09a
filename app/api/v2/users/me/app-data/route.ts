import { pageOf } from "@/lib/shared/contract";
import { appDataUseSchema } from "@/lib/permissions/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getAppData } from "@/lib/permissions/service";

/** The storage that apps use for the viewer. */
export const GET = route({
  auth: "user",
  response: pageOf(appDataUseSchema),
  handler: async ({ viewer }) => ({ body: { items: await getAppData(viewer.id), nextCursor: null } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
