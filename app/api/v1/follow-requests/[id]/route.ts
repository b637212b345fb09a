import { followersResponse } from "@/lib/people/contract";
import { acceptRequest, declineRequest } from "@/lib/people/follow-service";
import { relationRoutes } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const { POST, DELETE } = relationRoutes(
  followersResponse,
  { summary: "Accept a person's request to follow the viewer", service: acceptRequest },
  { summary: "Decline a person's request to follow the viewer", service: declineRequest },
);

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
