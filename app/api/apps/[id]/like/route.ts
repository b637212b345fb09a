import { appSchema } from "@/lib/contracts/app";
import { idParams } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { likeApp, unlikeApp } from "@/lib/server/services/app-signal-service";

const like = {
  auth: "onboarded",
  limit: "reactions",
  params: idParams,
  notFoundCode: "unknown_app",
} as const;

export const POST = route({
  ...like,
  answer: appSchema,
  handler: async ({ viewer, params }) => ({ body: await likeApp({ viewer, id: params.id }) }),
});

export const DELETE = route({
  ...like,
  answer: appSchema,
  handler: async ({ viewer, params }) => ({ body: await unlikeApp({ viewer, id: params.id }) }),
});
