import { followersResponse } from "@/lib/people/contract";
import { removeFollower } from "@/lib/people/follow-service";
import { relationRoute } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const DELETE = relationRoute(followersResponse, {
  summary: { en: "Remove a follower of the viewer", ja: "フォロワーを外す" },
  service: removeFollower,
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
