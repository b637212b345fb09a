import { appFileResponse } from "@/lib/apps/file-response.server";
import { readerOrThrow } from "@/lib/auth/viewer.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getMomentPicture } from "@/lib/posts/moment-service";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "Read the picture of a moment", ja: "アプリの場面の画像を取得する" },
  auth: "optional",
  scope: "read",
  params: idParams,
  sends: "image/webp",
  handler: async ({ viewer, params, request }) => {
    const { bytes, hash } = await getMomentPicture({
      viewer: await readerOrThrow(viewer),
      postId: params.id,
    });
    const read = () => Promise.resolve(bytes);
    return appFileResponse(request, { etag: `"${hash}"`, type: "image/webp", read });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
