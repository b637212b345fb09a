import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { patchRoomSchema } from "@/lib/rooms/contract";
import { hideCard } from "@/lib/rooms/card-service";
import { closeRoom, muteRoom } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const PATCH = route({
  summary: {
    en: "Close a room, hide its card, or mute one's notifications of it; and back",
    ja: "ルームを閉じる、カードを隠す、通知をミュートする、またはそれらを元に戻す",
  },
  auth: "onboarded",
  limit: "rooms",
  params: idParams,
  body: patchRoomSchema,
  handler: async ({ viewer, params, body: { isClosed, isCardHidden, isMuted } }) => {
    if (isClosed !== undefined) await closeRoom({ viewer, roomId: params.id, isClosed });
    if (isCardHidden !== undefined) await hideCard({ viewer, roomId: params.id, isCardHidden });
    if (isMuted !== undefined) await muteRoom({ viewer, roomId: params.id, isMuted });
  },
});

export const { GET, POST, PUT, DELETE, OPTIONS } = otherMethods("PATCH");
