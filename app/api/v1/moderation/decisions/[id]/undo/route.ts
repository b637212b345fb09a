import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { undoDecision } from "@/lib/moderation/decision-service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: { en: "Undo a decision", ja: "決定を取り消す" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  handler: ({ viewer, params }) => undoDecision({ viewer, id: params.id }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
