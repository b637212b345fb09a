import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { momentSchema } from "@/lib/posts/moment-contract";
import { getMoment } from "@/lib/posts/moment-service";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: {
    en: "Read the moment of an app that a post shows",
    ja: "投稿が見せているアプリの場面を取得する",
  },
  auth: "onboarded",
  scope: "read",
  params: idParams,
  response: momentSchema,
  handler: async ({ viewer, params }) => ({ body: await getMoment({ viewer, postId: params.id }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
