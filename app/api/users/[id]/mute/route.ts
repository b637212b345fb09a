import { muteResponse } from "@/lib/people/contract";
import { mute, unmute } from "@/lib/people/follow-service";
import { relationRoutes } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const { POST, DELETE } = relationRoutes(
  muteResponse,
  { summary: { en: "Mute a person", ja: "人をミュートする" }, service: mute },
  { summary: { en: "Unmute a person", ja: "ミュートを解除する" }, service: unmute },
);

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
