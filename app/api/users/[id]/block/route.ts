import { blockResponse } from "@/lib/people/contract";
import { block, unblock } from "@/lib/people/follow-service";
import { relationRoutes } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const { POST, DELETE } = relationRoutes(blockResponse, block, unblock);

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
