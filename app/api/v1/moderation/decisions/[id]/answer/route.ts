import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { answerAppeal } from "@/lib/moderation/decision-service";
import { answerBody } from "@/lib/moderation/queue-contract";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: { en: "Answer an appeal", ja: "異議申し立てに回答する" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  body: answerBody,
  handler: ({ viewer, params, body }) => answerAppeal({ viewer, id: params.id, answer: body }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
