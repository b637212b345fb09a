import { userParams, profileSchema } from "@/lib/people/contract";
import { route } from "@/lib/http/route";
import { getProfile } from "@/lib/people/service";

export const GET = route({
  auth: "onboarded",
  params: userParams,
  response: profileSchema,
  handler: async ({ viewer, params }) => ({ body: await getProfile({ viewer, idOrName: params.id }) }),
});
