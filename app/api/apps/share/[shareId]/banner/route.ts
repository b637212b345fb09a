import { sharedAppPictureRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = sharedAppPictureRoute("banner");

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
