import { readinessSchema } from "@/lib/shared/readiness-contract";
import { route } from "@/lib/http/route";
import { checkReadiness } from "@/lib/infra/readiness-service";

export const dynamic = "force-dynamic";

/** The process can serve: database and files answer. */
export const GET = route({
  auth: "none",
  response: readinessSchema,
  handler: async () => {
    const checks = await checkReadiness();
    return { status: checks.ready ? 200 : 503, body: checks };
  },
});
