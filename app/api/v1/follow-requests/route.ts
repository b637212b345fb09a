import { route } from "@/lib/http/route";
import { otherMethods } from "@/lib/http/other-methods";
import { followRequestsSchema, peopleQuery } from "@/lib/people/contract";
import { listFollowRequests } from "@/lib/people/privacy-service";

export const GET = route({
  summary: { en: "List who asks to follow the viewer", ja: "自分へのフォローリクエストの一覧を取得する" },
  auth: "onboarded",
  query: peopleQuery,
  response: followRequestsSchema,
  handler: async ({ viewer, query }) => ({ body: await listFollowRequests({ viewer, query }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
