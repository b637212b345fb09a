import { reportBody, reportAnswer } from "@/lib/moderation/contract";
import { route } from "@/lib/http/route";
import { report } from "@/lib/moderation/service";

export const POST = route({
  auth: "onboarded",
  limit: "reports",
  body: reportBody,
  answer: reportAnswer,
  handler: async ({ viewer, body }) => ({ status: 201, body: await report({ actor: viewer, body }) }),
});
