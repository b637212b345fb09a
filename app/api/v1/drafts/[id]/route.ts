import { DRAFT_JSON_MAX_BYTES } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { draftBody, draftSchema, savedDraftSchema } from "@/lib/posts/draft-contract";
import { deleteDraft, getDraft, saveDraft } from "@/lib/posts/draft-service";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "Read a draft", ja: "下書きを取得する" },
  auth: "onboarded",
  params: idParams,
  response: draftSchema,
  handler: async ({ viewer, params }) => ({ body: await getDraft({ actor: viewer, id: params.id }) }),
});

export const PUT = route({
  summary: { en: "Save a draft", ja: "下書きを保存する" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  body: draftBody,
  jsonMaxBytes: DRAFT_JSON_MAX_BYTES,
  response: savedDraftSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await saveDraft({ actor: viewer, id: params.id, draft: body }),
  }),
});

export const DELETE = route({
  summary: { en: "Delete a draft", ja: "下書きを削除する" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  handler: async ({ viewer, params }) => {
    await deleteDraft({ actor: viewer, id: params.id });
    return { status: 204 };
  },
});

export const { POST, PATCH, OPTIONS } = otherMethods("GET", "PUT", "DELETE");
