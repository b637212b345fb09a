import { otherRestMethods, viewRoutes } from "@/lib/hosted/rest-gateway.server";

/** The rows of a view, in the wire format of hosted data clients: docs/api.md. */
export const { GET, POST, PATCH, DELETE } = viewRoutes;

export const { PUT, OPTIONS } = otherRestMethods("GET", "POST", "PATCH", "DELETE");
