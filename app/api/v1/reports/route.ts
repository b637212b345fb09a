import { reportBody, reportAnswer } from "@/lib/contracts/report";
import { route } from "@/lib/server/http/route";
import { report } from "@/lib/server/services/report-service";

export const POST = route({
  auth: "onboarded",
  limit: "reports",
  body: reportBody,
  answer: reportAnswer,
  handler: async ({ viewer, body }) => ({ status: 201, body: await report({ actor: viewer, body }) }),
});
