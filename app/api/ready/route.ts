import { readinessSchema } from "@/lib/contracts/readiness";
import { route } from "@/lib/server/http/route";
import { checkReadiness } from "@/lib/server/services/readiness-service";

export const dynamic = "force-dynamic";

/** The process can serve: database and files answer. */
export const GET = route({
  auth: "none",
  answer: readinessSchema,
  handler: async () => {
    const checks = await checkReadiness();
    return { status: checks.ready ? 200 : 503, body: checks };
  },
});
