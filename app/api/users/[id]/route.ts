import { userParams, profileSchema } from "@/lib/contracts/people";
import { route } from "@/lib/server/http/route";
import { getProfile } from "@/lib/server/services/people-service";

export const GET = route({
  auth: "onboarded",
  params: userParams,
  answer: profileSchema,
  handler: async ({ viewer, params }) => ({ body: await getProfile({ viewer, idOrName: params.id }) }),
});
