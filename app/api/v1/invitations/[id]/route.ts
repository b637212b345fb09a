import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { endInvitation } from "@/lib/instance/invitation-service";
import { idParams } from "@/lib/shared/contract";

export const DELETE = route({
  summary: { en: "End an invitation that nobody has used", ja: "未使用の招待を無効にする" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  handler: ({ viewer, params }) => endInvitation({ actor: viewer, id: params.id }),
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
