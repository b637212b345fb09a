import { followResponse } from "@/lib/people/contract";
import { follow, unfollow } from "@/lib/people/follow-service";
import { relationRoutes } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const { POST, DELETE } = relationRoutes(
  followResponse,
  { summary: { en: "Follow a person", ja: "人をフォローする" }, service: follow },
  { summary: { en: "Stop following a person", ja: "フォローをやめる" }, service: unfollow },
);

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
