import { appSchema } from "@/lib/apps/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { installApp, uninstallApp } from "@/lib/apps/signal-service";

const options = {
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  notFoundCode: "unknown_app",
} as const;

export const PUT = route({
  ...options,
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await installApp({ viewer, id: params.id }) }),
});

export const DELETE = route({
  ...options,
  handler: async ({ viewer, params }) => uninstallApp({ viewer, id: params.id }),
});
