import { appPictureRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = appPictureRoute("icon");

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
