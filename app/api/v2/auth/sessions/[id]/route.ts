import { idParams } from "@/lib/contracts/common";
import { route } from "@/lib/server/http/route";
import { endListedSession } from "@/lib/server/services/session-service";

/** Signs out one device. */
export const DELETE = route({
  auth: "user",
  params: idParams,
  limit: "writes",
  handler: async ({ viewer, params }) => {
    await endListedSession({ id: params.id, userId: viewer.id });
  },
});
