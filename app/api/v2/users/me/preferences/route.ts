import { preferencesBody, preferencesSchema } from "@/lib/account/preferences-contract";
import { changePreferences, getPreferences } from "@/lib/account/preferences-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Read one's preferences",
  auth: "onboarded",
  response: preferencesSchema,
  handler: async ({ viewer }) => ({ body: await getPreferences(viewer) }),
});

export const PATCH = route({
  summary: "Change one's preferences",
  auth: "onboarded",
  limit: "writes",
  body: preferencesBody,
  response: preferencesSchema,
  handler: async ({ viewer, body }) => ({ body: await changePreferences({ actor: viewer, body }) }),
});

export const { POST, PUT, DELETE, OPTIONS } = otherMethods("GET", "PATCH");
