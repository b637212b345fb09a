import { mutedWordBody, preferencesSchema } from "@/lib/account/preferences-contract";
import { muteWord, unmuteWord } from "@/lib/account/preferences-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route, type Summary } from "@/lib/http/route";

const change = (summary: Summary, service: typeof muteWord) =>
  route({
    summary,
    auth: "onboarded",
    limit: "writes",
    body: mutedWordBody,
    response: preferencesSchema,
    handler: async ({ viewer, body }) => ({ body: await service({ actor: viewer, word: body.word }) }),
  });

export const POST = change({ en: "Mute a word", ja: "単語をミュートする" }, muteWord);
export const DELETE = change({ en: "Unmute a word", ja: "単語のミュートを解除する" }, unmuteWord);

export const { GET, PUT, PATCH, OPTIONS } = otherMethods("POST", "DELETE");
