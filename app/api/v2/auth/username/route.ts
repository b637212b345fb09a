import { usernameQuery, usernameResponse } from "@/lib/auth/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { checkUsername } from "@/lib/auth/service";

/** Whether a username is available. Usernames are public, so this discloses nothing. */
export const GET = route({
  auth: "none",
  query: usernameQuery,
  limit: "search",
  response: usernameResponse,
  handler: async ({ query }) => ({ body: await checkUsername(query.name) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
