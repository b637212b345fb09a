import { apiDocument } from "@/app/_api/document";
import { serverEnv } from "@/lib/config/env.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "Read this document", ja: "このドキュメントを取得する" },
  auth: "none",
  sends: "application/json",
  handler: async () =>
    Response.json(
      { ...(await apiDocument()), servers: [{ url: serverEnv().APP_URL }] },
      { headers: { "access-control-allow-origin": "*", "cache-control": "public, max-age=300" } },
    ),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
