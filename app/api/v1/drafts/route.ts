import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { draftSchema } from "@/lib/posts/draft-contract";
import { getDrafts } from "@/lib/posts/draft-service";
import { listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List the viewer's drafts", ja: "自分の下書きの一覧を取得する" },
  auth: "onboarded",
  response: listOf(draftSchema),
  handler: async ({ viewer }) => ({ body: { items: await getDrafts(viewer) } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
