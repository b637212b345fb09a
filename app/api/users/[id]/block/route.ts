import { blockResponse } from "@/lib/people/contract";
import { block, unblock } from "@/lib/people/follow-service";
import { relationRoutes } from "@/lib/people/routes.server";

export const { POST, DELETE } = relationRoutes(blockResponse, block, unblock);
