import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { pushResponse } from "@/lib/push/contract";
import { unsubscribe } from "@/lib/push/service";
import { idParams } from "@/lib/shared/contract";

export const DELETE = route({
  summary: { en: "Push nothing more to a device", ja: "端末へのプッシュ通知をオフにする" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  response: pushResponse,
  handler: async ({ viewer, params: { id } }) => ({ body: await unsubscribe({ actor: viewer, id }) }),
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
