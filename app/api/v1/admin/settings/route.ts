import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { instanceSettingsBody, instanceSettingsSchema } from "@/lib/instance/contract";
import { changeSettings, getSettings } from "@/lib/instance/settings-service";

export const GET = route({
  summary: { en: "Read the settings of the instance", ja: "インスタンスの設定を取得する" },
  auth: "onboarded",
  response: instanceSettingsSchema,
  handler: async ({ viewer }) => ({ body: await getSettings(viewer) }),
});

export const PATCH = route({
  summary: { en: "Change the settings of the instance", ja: "インスタンスの設定を変更する" },
  auth: "onboarded",
  limit: "writes",
  body: instanceSettingsBody,
  response: instanceSettingsSchema,
  handler: async ({ viewer, body }) => ({ body: await changeSettings({ actor: viewer, body }) }),
});

export const { POST, PUT, DELETE, OPTIONS } = otherMethods("GET", "PATCH");
