import { serverEnv } from "@/lib/config/env.server";
import { jobParams, jobResult } from "@/lib/jobs/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { assertSecret } from "@/lib/http/secret-check";
import { runAllJobs, runScheduled } from "@/lib/jobs/schedule";

export const dynamic = "force-dynamic";
/** In seconds, for serverless hosts. */
export const maxDuration = 300;

const run = route({
  summary: { en: "Run a scheduled job, or all of them", ja: "定期ジョブを1つ、またはすべて実行する" },
  auth: "none",
  anyHost: true,
  params: jobParams,
  response: jobResult,
  handler: async ({ request, params: { job } }) => {
    assertSecret(request, serverEnv().CRON_SECRET);
    return { body: await (job === "all" ? runAllJobs() : runScheduled(job)) };
  },
});

// Serverless hosts' schedulers send GET.
export { run as GET, run as POST };

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
