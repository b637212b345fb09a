import { serverEnv } from "@/lib/config/env.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { assertSecret } from "@/lib/http/secret-check";
import { writeMetrics } from "@/lib/infra/metrics-page";
import { JOB_NAMES } from "@/lib/jobs/contract";

export const dynamic = "force-dynamic";

/** Metrics of this process only. 404 without METRICS_TOKEN. */
export const GET = route({
  summary: { en: "Read the metrics of this process", ja: "このプロセスのメトリクスを取得する" },
  auth: "none",
  anyHost: true,
  handler: async ({ request }) => {
    assertSecret(request, serverEnv().METRICS_TOKEN);
    const { text, type } = await writeMetrics(JOB_NAMES);
    return new Response(text, { headers: { "content-type": type, "cache-control": "no-store" } });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
