import { appPictureRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = appPictureRoute("banner");

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
