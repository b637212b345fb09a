import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listBody, listsQuerySchema, peopleListSchema } from "@/lib/people/list-contract";
import { getLists, makeList } from "@/lib/people/list-service";
import { listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the viewer's lists of people", ja: "自分のユーザーリストの一覧を取得する" },
  auth: "onboarded",
  query: listsQuerySchema,
  response: listOf(peopleListSchema),
  handler: async ({ viewer, query }) => ({
    body: { items: await getLists({ viewer, memberId: query.member }) },
  }),
});

export const POST = route({
  summary: { en: "Make a list of people", ja: "ユーザーリストを作成する" },
  auth: "onboarded",
  limit: "writes",
  body: listBody,
  response: peopleListSchema,
  handler: async ({ viewer, body }) => ({
    status: 201,
    body: await makeList({ actor: viewer, name: body.name }),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
