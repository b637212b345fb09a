import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { joinedRoom } from "@/lib/rooms/contract";
import { startRoom } from "@/lib/rooms/service";

/** Opens a room; who has its link may join. */
export const POST = route({
  ...appRoute,
  limit: "rooms",
  response: joinedRoom,
  handler: async ({ viewer, params }) => ({
    status: 201,
    body: await startRoom({ viewer, appId: params.id }),
  }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
