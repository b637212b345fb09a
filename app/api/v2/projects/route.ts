import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { projectSummarySchema } from "@/lib/projects/contract";
import { getProjects } from "@/lib/projects/service";
import { listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: "List the viewer's projects",
  auth: "onboarded",
  response: listOf(projectSummarySchema),
  handler: async ({ viewer }) => ({ body: { items: await getProjects(viewer) } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
