import { otherMethods } from "@/lib/http/other-methods";
import { reactorsRoute } from "@/lib/people/routes.server";

export const GET = reactorsRoute("likes");

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
