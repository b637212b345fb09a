import { otherMethods } from "@/lib/http/other-methods";
import { reactorsRoute } from "@/lib/people/routes.server";

export const GET = reactorsRoute("reposts");

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
