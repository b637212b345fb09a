import "server-only";
import { MEDIA_MAX_BYTES, POST_JSON_MAX_BYTES, POST_MEDIA_MAX } from "@/lib/config/limits";
import { mediaAltSchema, postPayload, type PostPayload } from "./contract";
import { AppError } from "@/lib/shared/errors";
import { parseJson } from "@/lib/http/json";
import { type FormFields, parseWith } from "@/lib/http/route";

/** All pictures, plus the payload and the multipart overhead. */
export const POST_FORM_MAX_BYTES = POST_MEDIA_MAX * MEDIA_MAX_BYTES + POST_JSON_MAX_BYTES;

export type PostForm = { payload: PostPayload; files: { bytes: Uint8Array; alt: string }[] };

export const POST_FORM_FIELDS: FormFields = {
  payload: "json",
  kind: "text",
  body: "text",
  media: "files",
  alt: "text",
  appRef: "json",
  render: "json",
  moment: "json",
  sensitive: "json",
  quote: "text",
  warning: "text",
  replyPolicy: "text",
  clientKey: "text",
};

const FILE_FIELDS = new Set(["media", "media[]"]);
const ALT_FIELDS = new Set(["alt", "alt[]"]);

/**
 * Reads a post payload from a form: the field `payload` with its JSON, or one field each (`appRef`, `render`,
 * `moment` and `sensitive` as JSON); pictures as files under `media`, with the alternative text of the n-th as the n-th `alt`.
 * @throws AppError validation_error, payload_too_large
 */
export async function readPostForm(form: FormData): Promise<PostForm> {
  const fields: Record<string, unknown> = {};
  const pictures: File[] = [];
  const alts: string[] = [];
  for (const [name, value] of form.entries()) {
    if (typeof value !== "string") {
      if (!FILE_FIELDS.has(name)) throw unknownField(name);
      // An empty file input sends an empty file.
      if (value.size > 0 || value.name) pictures.push(value);
      continue;
    }
    if (value.includes("\0"))
      throw new AppError("validation_error", { message: "Text must not hold NUL characters." });
    if (ALT_FIELDS.has(name)) alts.push(parseWith(mediaAltSchema, value));
    else if (name === "payload") Object.assign(fields, parseObject(value));
    else if (FILE_FIELDS.has(name)) fields.media = parseJson(value);
    else if (POST_FORM_FIELDS[name] === "json") fields[name] = parseJson(value);
    else if (POST_FORM_FIELDS[name] === "text") fields[name] = value;
    else throw unknownField(name);
  }
  const payload = parseWith(postPayload, fields);
  if (pictures.length + payload.media.length > POST_MEDIA_MAX) {
    const message = `A post may have ${POST_MEDIA_MAX} pictures at most.`;
    throw new AppError("validation_error", {
      message,
      fields: [{ path: "media", code: "too_big", message }],
    });
  }
  for (const picture of pictures) {
    if (picture.size > MEDIA_MAX_BYTES)
      throw new AppError("payload_too_large", { message: "A picture may have 8 MB at most." });
  }
  const files = await Promise.all(
    pictures.map(async (picture, index) => ({
      bytes: new Uint8Array(await picture.arrayBuffer()),
      alt: alts[index] ?? "",
    })),
  );
  return { payload, files };
}

function parseObject(text: string): object {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new AppError("validation_error");
  return value;
}

function unknownField(name: string): AppError {
  const message = `The form has a field that is not known here: ${name.slice(0, 60)}`;
  return new AppError("validation_error", {
    message,
    fields: [{ path: name.slice(0, 60), code: "unrecognized_keys", message }],
  });
}
