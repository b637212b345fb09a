import { z } from "zod";
import {
  CAPTIONS_MAX_BYTES,
  MEDIA_MAX_BYTES,
  RECORDING_REQUEST_BYTES,
  RECORDING_TITLE_MAX_CHARS,
} from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { parseWith, route } from "@/lib/http/route";
import { postMediaSchema, recordingBody } from "@/lib/posts/contract";
import { changeRecording, storeRecording } from "@/lib/posts/recording-service";
import { idParams } from "@/lib/shared/contract";
import { fieldError } from "@/lib/shared/errors";
import { maxGraphemes } from "@/lib/shared/text-contract";

const options = { auth: "onboarded", params: idParams, response: postMediaSchema } as const;
const titleSchema = z.string().check(maxGraphemes(RECORDING_TITLE_MAX_CHARS));

/** Its file is the form's `file`, or was uploaded in parts under this id. */
export const PUT = route({
  summary: { en: "Store a video or a sound recording for a post", ja: "投稿用の動画または録音を保存する" },
  ...options,
  scope: "posts:write",
  limit: ({ searchParams }) => (searchParams.has("import") ? "importedMedia" : "recordings"),
  multipart: {
    maxBytes: RECORDING_REQUEST_BYTES + MEDIA_MAX_BYTES + 64 * 1024,
    fields: { file: "file", poster: "file", title: "text" },
  },
  handler: async ({ viewer, params, form }) => {
    const bytes = await fileOf(form!, "file", RECORDING_REQUEST_BYTES);
    const poster = await fileOf(form!, "poster", MEDIA_MAX_BYTES);
    const title = parseWith(titleSchema, form!.get("title") ?? "");
    return { body: await storeRecording({ actor: viewer, id: params.id, bytes, poster, title }) };
  },
});

export const PATCH = route({
  summary: {
    en: "Change the title or captions of a recording, or let it play as a loop",
    ja: "録画・録音のタイトル、字幕、ループ再生を変更する",
  },
  ...options,
  scope: "posts:write",
  limit: "writes",
  body: recordingBody,
  // Escaping multiplies the length of captions.
  jsonMaxBytes: 3 * CAPTIONS_MAX_BYTES,
  handler: async ({ viewer, params, body }) => ({
    body: await changeRecording({ actor: viewer, id: params.id, change: body }),
  }),
});

async function fileOf(form: FormData, name: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const file = form.get(name);
  if (file === null) return undefined;
  if (typeof file === "string" || file.size === 0 || form.getAll(name).length > 1)
    throw fieldError(name, "invalid", `${name} must be one file.`);
  if (file.size > maxBytes)
    throw fieldError(name, "too_big", "This file is too large for one request. Send it in parts.");
  return new Uint8Array(await file.arrayBuffer());
}

export const { GET, POST, DELETE, OPTIONS } = otherMethods("PUT", "PATCH");
