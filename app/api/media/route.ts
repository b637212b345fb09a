import { mediaAltSchema, postMediaSchema } from "@/lib/posts/contract";
import { MEDIA_MAX_BYTES } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";
import { otherMethods } from "@/lib/http/other-methods";
import { parseWith, route } from "@/lib/http/route";
import { uploadMedia } from "@/lib/posts/media-service";

/** Uploads a picture, the form's `file`, to be attached to a post by its id. */
export const POST = route({
  summary: { en: "Upload a picture for a post", ja: "投稿用の画像をアップロードする" },
  auth: "onboarded",
  scope: "posts:write",
  limit: ({ searchParams }) => (searchParams.has("import") ? "importedMedia" : "media"),
  multipart: { maxBytes: MEDIA_MAX_BYTES + 64 * 1024, fields: { file: "file", alt: "text" } },
  response: postMediaSchema,
  handler: async ({ viewer, form }) => {
    const file = form?.get("file");
    if (!(file instanceof File) || file.size === 0) {
      const message = "Send the picture as the file field `file`.";
      throw new AppError("validation_error", {
        message,
        fields: [{ path: "file", code: "required", message }],
      });
    }
    const alt = parseWith(mediaAltSchema, form?.get("alt") ?? "");
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { status: 201, body: await uploadMedia({ actor: viewer, bytes, alt }) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
