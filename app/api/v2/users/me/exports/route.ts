import { mailLanguage } from "@/lib/auth/sign-in-response.server";
import { exportsResponse } from "@/lib/exports/contract";
import { getExports, startExport } from "@/lib/exports/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "Read the newest copy of one's data", ja: "自分のデータの最新のコピーの状態を取得する" },
  auth: "user",
  response: exportsResponse,
  handler: async ({ viewer }) => ({ body: await getExports(viewer) }),
});

export const POST = route({
  summary: { en: "Ask for a copy of one's data", ja: "自分のデータのコピーを依頼する" },
  auth: "user",
  limit: "writes",
  response: exportsResponse,
  handler: async ({ viewer, request }) => ({
    status: 202,
    body: await startExport({ actor: viewer, language: await mailLanguage(request) }),
  }),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
