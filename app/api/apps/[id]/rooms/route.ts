import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { joinedRoom } from "@/lib/rooms/contract";
import { startRoom } from "@/lib/rooms/service";

export const POST = route({
  summary: {
    en: "Open a room of an app, which people with its link may join",
    ja: "リンクを知っている人が参加できるルームをアプリで開く",
  },
  ...appRoute,
  limit: "rooms",
  response: joinedRoom,
  handler: async ({ viewer, params }) => ({
    status: 201,
    body: await startRoom({ viewer, appId: params.id }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
