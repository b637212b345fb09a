import { factorParams } from "@/lib/hosted/auth-contract";
import { otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { verifyFactorRoute } from "@/lib/hosted/factor-route.server";

export const POST = verifyFactorRoute(factorParams);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
