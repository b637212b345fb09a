import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { peopleHereBody, peopleHereResponse } from "@/lib/people/import-contract";
import { findPeopleHere } from "@/lib/people/import-service";

export const POST = route({
  summary: { en: "Find the people of an archive here", ja: "アーカイブの人をここで探す" },
  auth: "onboarded",
  limit: "imports",
  body: peopleHereBody,
  response: peopleHereResponse,
  handler: async ({ viewer, body }) => ({ body: await findPeopleHere({ viewer, people: body.people }) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
