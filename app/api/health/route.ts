import { z } from "zod";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "Check that the process is alive", ja: "プロセスが動作していることを確認する" },
  auth: "none",
  anyHost: true,
  response: z.object({ status: z.string() }),
  handler: () => ({ body: { status: "ok" } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
