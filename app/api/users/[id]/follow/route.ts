import { followResponse } from "@/lib/people/contract";
import { follow, unfollow } from "@/lib/people/follow-service";
import { relationRoutes } from "@/lib/people/routes.server";

export const { POST, DELETE } = relationRoutes(followResponse, follow, unfollow);
