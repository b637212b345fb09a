import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { watchRequest, watchResponse } from "@/lib/realtime/contract";
import { watch } from "@/lib/realtime/service";

/** Sets what the tabs of a live stream show: it gets counts, cards and replies of nothing else. */
export const PUT = route({
  summary: {
    en: "Report which posts the tabs of a live stream show",
    ja: "リアルタイム更新のタブが表示している投稿を知らせる",
  },
  auth: "onboarded",
  scope: "read",
  limit: "watches",
  writes: false,
  body: watchRequest,
  response: watchResponse,
  handler: async ({ viewer, body }) => ({ body: { items: await watch({ viewer, shown: body }) } }),
});

export const { GET, POST, PATCH, DELETE, OPTIONS } = otherMethods("PUT");
