import { idParams } from "@/lib/shared/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { endListedSession } from "@/lib/auth/session-service";

export const DELETE = route({
  summary: { en: "Sign out one device", ja: "端末を1つサインアウトする" },
  auth: "user",
  params: idParams,
  limit: "writes",
  handler: async ({ viewer, params }) => endListedSession({ id: params.id, userId: viewer.id }),
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
