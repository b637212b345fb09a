import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { projectSummarySchema } from "@/lib/projects/contract";
import { getProjects } from "@/lib/projects/service";
import { listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the viewer's projects", ja: "自分のプロジェクトの一覧を取得する" },
  auth: "onboarded",
  response: listOf(projectSummarySchema),
  handler: async ({ viewer }) => ({ body: { items: await getProjects(viewer) } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
