import { sharedAppPictureRoute } from "@/lib/apps/routes.server";

export const GET = sharedAppPictureRoute("banner");
