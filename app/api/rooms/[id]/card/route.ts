import { CARD_MAX_BYTES, CARD_PICTURE_MAX_BYTES } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { cardVersionSchema, putCardSchema } from "@/lib/rooms/card-contract";
import { putCard, removeCard } from "@/lib/rooms/card-service";
import { idParams } from "@/lib/shared/contract";

export const PUT = route({
  summary: { en: "Set what the post of a room shows", ja: "ルームの投稿に表示する内容を設定する" },
  auth: "onboarded",
  params: idParams,
  body: putCardSchema,
  // The picture as base64, and texts before they are clipped.
  jsonMaxBytes: 2 * CARD_PICTURE_MAX_BYTES + 8 * CARD_MAX_BYTES,
  jsonAllowNul: true,
  response: cardVersionSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await putCard({ viewer, roomId: params.id, card: body }),
  }),
});

export const DELETE = route({
  summary: { en: "Remove what the post of a room shows", ja: "ルームの投稿に表示されている内容を消す" },
  auth: "onboarded",
  params: idParams,
  handler: ({ viewer, params }) => removeCard({ viewer, roomId: params.id }),
});

export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
