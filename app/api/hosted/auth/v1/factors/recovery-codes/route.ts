import { getFactors } from "@/lib/auth/factor-service";
import { RECOVERY_CODES } from "@/lib/config/limits";
import { recoveryStatus } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { route } from "@/lib/http/route";

export const GET = route({
  auth: "user",
  gateway: authGateway,
  response: recoveryStatus,
  handler: async ({ viewer }) => {
    const { totp } = await getFactors(viewer.id);
    const remaining = totp.recoveryCodesLeft;
    return { body: { id: viewer.id, type: "recovery_code" as const, total: RECOVERY_CODES, remaining } };
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("GET");
