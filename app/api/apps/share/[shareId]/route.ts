import { appSchema } from "@/lib/apps/contract";
import { sharedAppRoute } from "@/lib/apps/routes.server";
import { route } from "@/lib/http/route";
import { getSharedApp } from "@/lib/apps/service";

/** The app behind a share link, for whoever has it. */
export const GET = route({
  ...sharedAppRoute,
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await getSharedApp({ viewer, shareId: params.shareId }) }),
});
