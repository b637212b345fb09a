import { hiddenPeopleRoute } from "@/lib/people/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = hiddenPeopleRoute("mutes");

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
