import { appFileResponse } from "@/lib/apps/file-response.server";
import { readerOrThrow } from "@/lib/auth/viewer.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getMomentPicture } from "@/lib/posts/moment-service";
import { idParams } from "@/lib/shared/contract";

/** The picture of a moment, which never changes. */
export const GET = route({
  auth: "optional",
  params: idParams,
  handler: async ({ viewer, params, request }) => {
    const { bytes, hash } = await getMomentPicture({ viewer: readerOrThrow(viewer), postId: params.id });
    const read = () => Promise.resolve(bytes);
    return appFileResponse(request, { etag: `"${hash}"`, type: "image/webp", read });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
