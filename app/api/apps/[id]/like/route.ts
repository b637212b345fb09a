import { appSchema } from "@/lib/apps/contract";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { likeApp, unlikeApp } from "@/lib/apps/signal-service";

const like = { ...appRoute, limit: "reactions" } as const;

export const POST = route({
  summary: { en: "Like an app", ja: "アプリにいいねする" },
  ...like,
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await likeApp({ viewer, id: params.id }) }),
});

export const DELETE = route({
  summary: { en: "Unlike an app", ja: "アプリへのいいねを取り消す" },
  ...like,
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await unlikeApp({ viewer, id: params.id }) }),
});

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
