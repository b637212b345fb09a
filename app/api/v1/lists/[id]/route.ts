import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listBody, peopleListSchema } from "@/lib/people/list-contract";
import { deleteList, getList, renameList } from "@/lib/people/list-service";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "Read a list of people", ja: "ユーザーリストを取得する" },
  auth: "onboarded",
  params: idParams,
  response: peopleListSchema,
  handler: async ({ viewer, params }) => ({ body: await getList({ viewer, id: params.id }) }),
});

export const PATCH = route({
  summary: { en: "Rename a list of people", ja: "ユーザーリストの名前を変更する" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  body: listBody,
  response: peopleListSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await renameList({ actor: viewer, id: params.id, name: body.name }),
  }),
});

export const DELETE = route({
  summary: { en: "Delete a list of people", ja: "ユーザーリストを削除する" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  handler: async ({ viewer, params }) => {
    await deleteList({ actor: viewer, id: params.id });
    return { status: 204 };
  },
});

export const { POST, PUT, OPTIONS } = otherMethods("GET", "PATCH", "DELETE");
