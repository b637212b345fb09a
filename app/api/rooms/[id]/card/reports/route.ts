import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { reportResponse, reportWords } from "@/lib/moderation/contract";
import { reportCard } from "@/lib/rooms/card-report-service";
import { idParams } from "@/lib/shared/contract";

export const POST = route({
  summary: {
    en: "Report what the app of a room shows in its post",
    ja: "ルームのアプリが投稿に表示している内容を報告する",
  },
  auth: "onboarded",
  limit: "reports",
  params: idParams,
  body: reportWords,
  response: reportResponse,
  handler: async ({ viewer, params, body }) => ({
    status: 201,
    body: await reportCard({ viewer, roomId: params.id, words: body }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
