import { mutedWordBody, preferencesSchema } from "@/lib/account/preferences-contract";
import { muteWord, unmuteWord } from "@/lib/account/preferences-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

const change = (service: typeof muteWord) =>
  route({
    auth: "onboarded",
    limit: "writes",
    body: mutedWordBody,
    response: preferencesSchema,
    handler: async ({ viewer, body }) => ({ body: await service({ actor: viewer, word: body.word }) }),
  });

export const POST = change(muteWord);
export const DELETE = change(unmuteWord);

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
