import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { membersQuery, roomMembers } from "@/lib/rooms/contract";
import { readMembers } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "List who has joined a room", ja: "ルームの参加者の一覧を取得する" },
  auth: "onboarded",
  params: idParams,
  query: membersQuery,
  response: roomMembers,
  handler: async ({ viewer, params, query }) => ({
    body: await readMembers({ viewer, roomId: params.id, ...query }),
  }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
