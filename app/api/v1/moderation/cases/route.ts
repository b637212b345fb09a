import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { queuePageSchema, queueQuery } from "@/lib/moderation/queue-contract";
import { listCases } from "@/lib/moderation/queue-service";

export const GET = route({
  summary: {
    en: "List the cases that wait for moderators",
    ja: "モデレーターの対応待ちの案件の一覧を取得する",
  },
  auth: "onboarded",
  query: queueQuery,
  response: queuePageSchema,
  handler: async ({ viewer, query }) => ({ body: await listCases({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
