import { hiddenPeopleRoute } from "@/lib/people/routes.server";

export const GET = hiddenPeopleRoute("blocks");
