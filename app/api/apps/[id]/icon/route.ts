import { appPictureRoute } from "@/lib/apps/routes.server";

export const GET = appPictureRoute("icon");
