import { appSchema } from "@/lib/apps/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { installApp, uninstallApp } from "@/lib/apps/signal-service";

const options = { ...appRoute, limit: "writes" } as const;

export const PUT = route({
  summary: { en: "Add an app to one's dock", ja: "アプリをドックに追加する" },
  ...options,
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await installApp({ viewer, id: params.id }) }),
});

export const DELETE = route({
  summary: { en: "Remove an app from one's dock", ja: "アプリをドックから外す" },
  ...options,
  handler: async ({ viewer, params }) => uninstallApp({ viewer, id: params.id }),
});

export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
