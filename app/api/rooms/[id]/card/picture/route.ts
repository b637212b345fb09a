import { z } from "zod";
import { appFileResponse } from "@/lib/apps/file-response.server";
import { readerOrThrow } from "@/lib/auth/viewer.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getCardPicture } from "@/lib/rooms/card-service";
import { idParams } from "@/lib/shared/contract";

/** The picture of a card. The post may show another one by now: that is sent, and not kept under this URL. */
export const GET = route({
  summary: { en: "Read the picture of a live card", ja: "ライブカードの画像を取得する" },
  auth: "optional",
  params: idParams,
  query: z.object({ v: z.string().max(64).optional() }),
  sends: "image/webp",
  handler: async ({ viewer, params, query, request }) => {
    const { bytes, hash, isCurrent } = await getCardPicture({
      viewer: await readerOrThrow(viewer),
      roomId: params.id,
      version: query.v,
    });
    const file = { etag: `"${hash}"`, type: "image/webp", read: () => Promise.resolve(bytes) };
    return appFileResponse(request, { ...file, isCurrent });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
