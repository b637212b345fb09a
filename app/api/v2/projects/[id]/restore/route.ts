import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { restoreProject } from "@/lib/projects/service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: { en: "Undo the deletion of a project", ja: "プロジェクトの削除を取り消す" },
  auth: "onboarded",
  params: idParams,
  limit: "projects",
  handler: async ({ viewer, params }) => restoreProject({ actor: viewer, id: params.id }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
