import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { invitationSchema, invitationsSchema } from "@/lib/instance/contract";
import { createInvitation, getInvitations } from "@/lib/instance/invitation-service";

export const GET = route({
  summary: "List the viewer's invitations",
  auth: "onboarded",
  response: invitationsSchema,
  handler: async ({ viewer }) => ({ body: await getInvitations(viewer) }),
});

export const POST = route({
  summary: "Make an invitation",
  auth: "onboarded",
  limit: "invitations",
  response: invitationSchema,
  handler: async ({ viewer }) => ({ status: 201, body: await createInvitation(viewer) }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
