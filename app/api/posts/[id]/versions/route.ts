import { z } from "zod";
import { postVersionSchema } from "@/lib/posts/contract";
import { listVersions } from "@/lib/posts/edit-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: {
    en: "List what a post says and said, the newest first",
    ja: "投稿の現在と過去の内容を新しい順に取得する",
  },
  auth: "onboarded",
  scope: "read",
  params: idParams,
  response: z.object({ items: z.array(postVersionSchema) }),
  handler: async ({ viewer, params }) => ({ body: { items: await listVersions({ viewer, id: params.id }) } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
