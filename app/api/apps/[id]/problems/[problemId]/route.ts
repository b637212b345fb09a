import { appProblemsSchema, problemParams, resolveProblemBody } from "@/lib/apps/problem-contract";
import { setResolved } from "@/lib/apps/problem-service";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const PATCH = route({
  summary: {
    en: "Mark a problem of one's app as resolved, or as open",
    ja: "自分のアプリのエラーを解決済みまたは未解決にする",
  },
  ...appRoute,
  params: problemParams,
  limit: "writes",
  body: resolveProblemBody,
  response: appProblemsSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await setResolved({ viewer, id: params.id, problemId: params.problemId, ...body }),
  }),
});

export const { GET, POST, PUT, DELETE, OPTIONS } = otherMethods("PATCH");
