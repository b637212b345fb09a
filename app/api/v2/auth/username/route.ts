import { usernameQuery, usernameResponse } from "@/lib/auth/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { checkUsername } from "@/lib/auth/service";

/** Whether a username is available to the viewer. Usernames are public, so this discloses nothing. */
export const GET = route({
  summary: { en: "Check whether a username is available", ja: "ユーザー名が使えるか確認する" },
  auth: "optional",
  query: usernameQuery,
  limit: "search",
  response: usernameResponse,
  handler: async ({ viewer, query }) => ({ body: await checkUsername(query.name, viewer?.id) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
