import { beginRoutes } from "@/lib/hosted/resumable-gateway.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = beginRoutes;
