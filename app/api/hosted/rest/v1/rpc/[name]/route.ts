import { otherRestMethods, rpcRoutes } from "@/lib/hosted/rest-gateway.server";

/** Remote procedure calls of hosted data clients. */
export const { GET, POST } = rpcRoutes;

export const { PUT, PATCH, DELETE, OPTIONS } = otherRestMethods("GET", "POST");
