import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { memberParams } from "@/lib/rooms/contract";
import { removeFromRoom } from "@/lib/rooms/service";

export const DELETE = route({
  summary: {
    en: "Remove a person from a room for good",
    ja: "ルームから人を退出させ、再参加できないようにする",
  },
  auth: "onboarded",
  limit: "rooms",
  params: memberParams,
  handler: ({ viewer, params }) => removeFromRoom({ viewer, roomId: params.id, address: params.address }),
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
