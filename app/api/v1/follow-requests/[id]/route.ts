import { followersResponse } from "@/lib/people/contract";
import { acceptRequest, declineRequest } from "@/lib/people/follow-service";
import { relationRoutes } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const { POST, DELETE } = relationRoutes(
  followersResponse,
  {
    summary: {
      en: "Accept a person's request to follow the viewer",
      ja: "自分へのフォローリクエストを承認する",
    },
    service: acceptRequest,
  },
  {
    summary: {
      en: "Decline a person's request to follow the viewer",
      ja: "自分へのフォローリクエストを拒否する",
    },
    service: declineRequest,
  },
);

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
