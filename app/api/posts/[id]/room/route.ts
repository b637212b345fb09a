import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { joinedRoom } from "@/lib/rooms/contract";
import { joinPostRoom } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

/** Joins the room of a post. */
export const POST = route({
  auth: "onboarded",
  limit: "rooms",
  params: idParams,
  response: joinedRoom,
  handler: async ({ viewer, params }) => ({ body: await joinPostRoom({ viewer, postId: params.id }) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
