import { appSchema } from "@/lib/apps/contract";
import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { likeApp, unlikeApp } from "@/lib/apps/signal-service";

const like = {
  auth: "onboarded",
  limit: "reactions",
  params: idParams,
  notFoundCode: "unknown_app",
} as const;

export const POST = route({
  ...like,
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await likeApp({ viewer, id: params.id }) }),
});

export const DELETE = route({
  ...like,
  response: appSchema,
  handler: async ({ viewer, params }) => ({ body: await unlikeApp({ viewer, id: params.id }) }),
});
