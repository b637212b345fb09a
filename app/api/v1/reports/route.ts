import { reportBody, reportResponse } from "@/lib/moderation/contract";
import { route } from "@/lib/http/route";
import { report } from "@/lib/moderation/service";

export const POST = route({
  auth: "onboarded",
  limit: "reports",
  body: reportBody,
  response: reportResponse,
  handler: async ({ viewer, body }) => ({ status: 201, body: await report({ actor: viewer, body }) }),
});
