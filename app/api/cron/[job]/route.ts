import { jobParams, jobResult } from "@/lib/contracts/job";
import { assertCronSecret } from "@/lib/server/http/cron-secret";
import { route } from "@/lib/server/http/route";
import { runAllJobs, runJob } from "@/lib/server/jobs/jobs";

export const dynamic = "force-dynamic";
/** Seconds a serverless host lets it run. */
export const maxDuration = 300;

const run = route({
  auth: "none",
  params: jobParams,
  answer: jobResult,
  handler: async ({ request, params: { job } }) => {
    assertCronSecret(request);
    return { body: await (job === "all" ? runAllJobs() : runJob(job)) };
  },
});

/** Hosts' schedulers send GET. */
export { run as GET, run as POST };
