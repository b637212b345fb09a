import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { peopleQuery, personSchema } from "@/lib/people/contract";
import { listMembers } from "@/lib/people/list-service";
import { idParams, pageOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the people of a list", ja: "リストに入っている人の一覧を取得する" },
  auth: "onboarded",
  params: idParams,
  query: peopleQuery,
  response: pageOf(personSchema),
  handler: async ({ viewer, params, query }) => ({
    body: await listMembers({ viewer, id: params.id, query }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
