import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { roomMembers } from "@/lib/rooms/contract";
import { readMembers } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  auth: "onboarded",
  params: idParams,
  response: roomMembers,
  handler: async ({ viewer, params }) => ({
    body: { items: await readMembers({ viewer, roomId: params.id }) },
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
