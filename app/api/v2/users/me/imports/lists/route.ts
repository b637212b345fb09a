import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { importListBody, importListResponse } from "@/lib/people/list-contract";
import { fillList } from "@/lib/people/list-service";

export const POST = route({
  summary: { en: "Import lists of people of an archive", ja: "アーカイブのユーザーリストを取り込む" },
  auth: "onboarded",
  limit: "imports",
  body: importListBody,
  response: importListResponse,
  handler: async ({ viewer, body }) => ({
    body: await fillList({ actor: viewer, name: body.name, userIds: body.members }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
