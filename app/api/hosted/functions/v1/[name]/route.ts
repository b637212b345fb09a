import { functionRoute, otherFunctionMethods } from "@/lib/hosted/function-gateway.server";

/** Invokes a function by name: docs/api.md. */
export const POST = functionRoute;

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherFunctionMethods("POST");
