import { muteResponse } from "@/lib/people/contract";
import { mute, unmute } from "@/lib/people/follow-service";
import { relationRoutes } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const { POST, DELETE } = relationRoutes(
  muteResponse,
  { summary: "Mute a person", service: mute },
  { summary: "Unmute a person", service: unmute },
);

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
