import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { draftSchema, scheduleBody } from "@/lib/posts/draft-contract";
import { scheduleDraft, unscheduleDraft } from "@/lib/posts/schedule-service";
import { idParams } from "@/lib/shared/contract";

const change = { auth: "onboarded", limit: "writes", params: idParams, response: draftSchema } as const;

export const PUT = route({
  summary: { en: "Schedule a draft", ja: "下書きの投稿を予約する" },
  ...change,
  body: scheduleBody,
  handler: async ({ viewer, params, body }) => ({
    body: await scheduleDraft({ actor: viewer, id: params.id, at: new Date(body.at) }),
  }),
});

export const DELETE = route({
  summary: { en: "Unschedule a draft", ja: "下書きの予約を取り消す" },
  ...change,
  handler: async ({ viewer, params }) => ({ body: await unscheduleDraft({ actor: viewer, id: params.id }) }),
});

export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
