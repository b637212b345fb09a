import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listMemberParams, peopleListSchema } from "@/lib/people/list-contract";
import { setMember } from "@/lib/people/list-service";

const change = (on: boolean) =>
  route({
    summary: on
      ? { en: "Add a person to a list", ja: "リストに人を追加する" }
      : { en: "Remove a person from a list", ja: "リストから人を外す" },
    auth: "onboarded",
    limit: "writes",
    params: listMemberParams,
    response: peopleListSchema,
    handler: async ({ viewer, params }) => ({
      body: await setMember({ actor: viewer, listId: params.id, userId: params.userId, on }),
    }),
  });

export const PUT = change(true);
export const DELETE = change(false);

export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
