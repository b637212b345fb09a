import { revokeToken } from "@/lib/auth/token-service";
import { idParams } from "@/lib/shared/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: { en: "Revoke an access token", ja: "アクセストークンを無効にする" },
  auth: "onboarded",
  params: idParams,
  limit: "writes",
  handler: async ({ viewer, params }) => revokeToken({ id: params.id, userId: viewer.id }),
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
