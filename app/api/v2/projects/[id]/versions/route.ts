import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { projectVersionSchema } from "@/lib/projects/contract";
import { getProjectVersions } from "@/lib/projects/service";
import { idParams, listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the versions of a project", ja: "プロジェクトのバージョンの一覧を取得する" },
  auth: "onboarded",
  params: idParams,
  response: listOf(projectVersionSchema),
  handler: async ({ viewer, params }) => ({
    body: { items: await getProjectVersions({ actor: viewer, id: params.id }) },
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
