import { blockResponse } from "@/lib/people/contract";
import { block, unblock } from "@/lib/people/follow-service";
import { relationRoutes } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const { POST, DELETE } = relationRoutes(
  blockResponse,
  { summary: { en: "Block a person", ja: "人をブロックする" }, service: block },
  { summary: { en: "Unblock a person", ja: "ブロックを解除する" }, service: unblock },
);

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
