import { pageOf } from "@/lib/shared/contract";
import { listInstalledQuery, installedAppSchema } from "@/lib/apps/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listInstalledApps } from "@/lib/apps/service";

/** The viewer's installed apps. */
export const GET = route({
  auth: "onboarded",
  query: listInstalledQuery,
  response: pageOf(installedAppSchema),
  handler: async ({ viewer, query }) => ({ body: await listInstalledApps({ viewer, ...query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
