import { followsRoute } from "@/lib/people/routes.server";

export const GET = followsRoute("followers");
