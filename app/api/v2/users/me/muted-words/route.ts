import { mutedWordBody, preferencesSchema } from "@/lib/account/preferences-contract";
import { muteWord, unmuteWord } from "@/lib/account/preferences-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

const change = (summary: string, service: typeof muteWord) =>
  route({
    summary,
    auth: "onboarded",
    limit: "writes",
    body: mutedWordBody,
    response: preferencesSchema,
    handler: async ({ viewer, body }) => ({ body: await service({ actor: viewer, word: body.word }) }),
  });

export const POST = change("Mute a word", muteWord);
export const DELETE = change("Unmute a word", unmuteWord);

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
