import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { scoreParams } from "@/lib/scores/contract";
import { removeScore } from "@/lib/scores/service";

export const DELETE = route({
  summary: { en: "Take a person off a board of scores", ja: "スコアボードから人を外す" },
  auth: "onboarded",
  limit: "writes",
  params: scoreParams,
  handler: ({ viewer, params }) => removeScore({ viewer, appId: params.id, id: params.scoreId }),
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
