import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { treePageSchema, treeQuery } from "@/lib/instance/contract";
import { listTree } from "@/lib/instance/invitation-service";

export const GET = route({
  summary: { en: "List who invited whom, for admins", ja: "招待の関係の一覧を取得する（管理者用）" },
  auth: "onboarded",
  query: treeQuery,
  response: treePageSchema,
  handler: async ({ viewer, query }) => ({ body: await listTree({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
