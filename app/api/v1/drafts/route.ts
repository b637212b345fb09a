import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { draftSchema } from "@/lib/posts/draft-contract";
import { getDrafts } from "@/lib/posts/draft-service";
import { listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: "List the viewer's drafts",
  auth: "onboarded",
  response: listOf(draftSchema),
  handler: async ({ viewer }) => ({ body: { items: await getDrafts(viewer) } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
