import { updateProfileResponse } from "@/lib/account/contract";
import { z } from "zod";
import { MEDIA_MAX_BYTES } from "@/lib/config/limits";
import type { Me } from "@/lib/people/user-contract";
import { AppError } from "@/lib/shared/errors";
import { ifMatchAllows, revisionEtag } from "@/lib/http/etag";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { removePicture, setPicture } from "@/lib/account/picture-service";

const params = z.strictObject({ picture: z.enum(["avatar", "banner"]) });
/** The multipart overhead. */
const FORM_BYTES = 64 * 1024;

function profileResult({ me, revision }: { me: Me; revision: number }) {
  return {
    body: { success: true as const, data: me },
    headers: { etag: revisionEtag(me.id, revision) },
  };
}

export const PUT = route({
  summary: { en: "Set one's avatar or banner", ja: "アイコン画像またはバナーを設定する" },
  auth: "onboarded",
  params,
  multipart: { maxBytes: MEDIA_MAX_BYTES + FORM_BYTES, fields: { file: "file" } },
  limit: "writes",
  response: updateProfileResponse,
  handler: async ({ viewer, request, params: { picture }, form }) => {
    const file = form?.get("file");
    if (!(file instanceof File)) throw new AppError("validation_error");
    if (file.size > MEDIA_MAX_BYTES) throw new AppError("payload_too_large");
    return profileResult(
      await setPicture({
        userId: viewer.id,
        kind: picture,
        bytes: new Uint8Array(await file.arrayBuffer()),
        allows: ifMatchAllows(request),
      }),
    );
  },
});

export const DELETE = route({
  summary: { en: "Remove one's avatar or banner", ja: "アイコン画像またはバナーを削除する" },
  auth: "onboarded",
  params,
  limit: "writes",
  response: updateProfileResponse,
  handler: async ({ viewer, request, params: { picture } }) =>
    profileResult(await removePicture({ userId: viewer.id, kind: picture, allows: ifMatchAllows(request) })),
});

export const { GET, POST, PATCH, OPTIONS } = otherMethods("PUT", "DELETE");
