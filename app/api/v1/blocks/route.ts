import { hiddenPeopleRoute } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = hiddenPeopleRoute("blocks");

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
