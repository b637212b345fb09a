import { usernameQuery, usernameResponse } from "@/lib/auth/contract";
import { route } from "@/lib/http/route";
import { checkUsername } from "@/lib/auth/service";

/** Whether a username could be had, for a form that wants to say so while it is typed. Usernames are public anyway. */
export const GET = route({
  auth: "none",
  query: usernameQuery,
  limit: "search",
  response: usernameResponse,
  handler: async ({ query }) => ({ body: await checkUsername(query.name) }),
});
