import { followsRoute } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = followsRoute("following");

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
