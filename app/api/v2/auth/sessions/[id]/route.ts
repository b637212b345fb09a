import { idParams } from "@/lib/shared/contract";
import { route } from "@/lib/http/route";
import { endListedSession } from "@/lib/auth/session-service";

/** Signs out one device. */
export const DELETE = route({
  auth: "user",
  params: idParams,
  limit: "writes",
  handler: async ({ viewer, params }) => endListedSession({ id: params.id, userId: viewer.id }),
});
