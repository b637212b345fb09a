import { userParams, profileSchema } from "@/lib/people/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getProfile } from "@/lib/people/service";

export const GET = route({
  summary: { en: "Read a profile", ja: "プロフィールを取得する" },
  auth: "onboarded",
  scope: "read",
  params: userParams,
  response: profileSchema,
  handler: async ({ viewer, params }) => ({ body: await getProfile({ viewer, idOrName: params.id }) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
