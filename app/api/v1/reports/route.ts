import { reportBody, reportResponse } from "@/lib/moderation/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { report } from "@/lib/moderation/service";

export const POST = route({
  summary: { en: "Report a post, a comment, an app or a person", ja: "投稿、コメント、アプリ、人を報告する" },
  auth: "onboarded",
  limit: "reports",
  body: reportBody,
  response: reportResponse,
  handler: async ({ viewer, body }) => ({ status: 201, body: await report({ actor: viewer, body }) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
