import { appSchema } from "@/lib/contracts/app";
import { idParams } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { installApp, uninstallApp } from "@/lib/server/services/app-signal-service";

const shelf = { auth: "onboarded", limit: "writes", params: idParams, notFoundCode: "unknown_app" } as const;

export const PUT = route({
  ...shelf,
  answer: appSchema,
  handler: async ({ viewer, params }) => ({ body: await installApp({ viewer, id: params.id }) }),
});

export const DELETE = route({
  ...shelf,
  handler: async ({ viewer, params }) => uninstallApp({ viewer, id: params.id }),
});
