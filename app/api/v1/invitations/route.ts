import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { invitationSchema, invitationsSchema } from "@/lib/instance/contract";
import { createInvitation, getInvitations } from "@/lib/instance/invitation-service";

export const GET = route({
  summary: { en: "List the viewer's invitations", ja: "自分の招待の一覧を取得する" },
  auth: "onboarded",
  response: invitationsSchema,
  handler: async ({ viewer }) => ({ body: await getInvitations(viewer) }),
});

export const POST = route({
  summary: { en: "Make an invitation", ja: "招待を作成する" },
  auth: "onboarded",
  limit: "invitations",
  response: invitationSchema,
  handler: async ({ viewer }) => ({ status: 201, body: await createInvitation(viewer) }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
