import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { checkReadiness, readinessSchema } from "@/lib/infra/readiness";

export const dynamic = "force-dynamic";

export const GET = route({
  summary: {
    en: "Check that the database and the file store answer",
    ja: "データベースとファイルストアの応答を確認する",
  },
  auth: "none",
  anyHost: true,
  response: readinessSchema,
  handler: async () => {
    const checks = await checkReadiness();
    return { status: checks.ready ? 200 : 503, body: checks };
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
