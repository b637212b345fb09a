import { muteResponse } from "@/lib/people/contract";
import { mute, unmute } from "@/lib/people/follow-service";
import { relationRoutes } from "@/lib/people/routes.server";

export const { POST, DELETE } = relationRoutes(muteResponse, mute, unmute);
