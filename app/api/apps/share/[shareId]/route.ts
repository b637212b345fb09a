import { shareParams, appSchema } from "@/lib/apps/contract";
import { route } from "@/lib/http/route";
import { getSharedApp } from "@/lib/apps/service";

/** The app behind a share link, for whoever has it. */
export const GET = route({
  auth: "optional",
  params: shareParams,
  notFoundCode: "share_ended",
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await getSharedApp({ viewer, shareId: params.shareId }) }),
});
