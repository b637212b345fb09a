import { preferencesBody, preferencesSchema } from "@/lib/account/preferences-contract";
import { changePreferences, getPreferences } from "@/lib/account/preferences-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: { en: "Read one's preferences", ja: "設定を取得する" },
  auth: "onboarded",
  response: preferencesSchema,
  handler: async ({ viewer }) => ({ body: await getPreferences(viewer) }),
});

export const PATCH = route({
  summary: { en: "Change one's preferences", ja: "設定を変更する" },
  auth: "onboarded",
  limit: "writes",
  body: preferencesBody,
  response: preferencesSchema,
  handler: async ({ viewer, body }) => ({ body: await changePreferences({ actor: viewer, body }) }),
});

export const { POST, PUT, DELETE, OPTIONS } = otherMethods("GET", "PATCH");
