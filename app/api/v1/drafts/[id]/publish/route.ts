import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { postSchema } from "@/lib/posts/contract";
import { publishDraft } from "@/lib/posts/schedule-service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: { en: "Publish a draft", ja: "下書きを投稿する" },
  auth: "onboarded",
  limit: "posts",
  params: idParams,
  response: postSchema,
  handler: async ({ viewer, sender, params }) => ({
    status: 201,
    body: await publishDraft({ actor: viewer, sender, id: params.id }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
