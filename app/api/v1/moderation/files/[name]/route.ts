import { z } from "zod";
import { fileResponse } from "@/lib/http/file-response";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { findHeldRecordingFor, readHeldPicture } from "@/lib/moderation/queue-service";

export const GET = route({
  summary: {
    en: "Read a picture or a recording that moderators took away",
    ja: "モデレーターが取り下げた画像や録画・録音を取得する",
  },
  auth: "onboarded",
  params: z.strictObject({ name: z.string().max(128) }),
  sends: "image/*",
  handler: async ({ request, viewer, params }) => {
    const recording = await findHeldRecordingFor({ viewer, name: params.name });
    if (recording)
      return fileResponse(request, recording, {
        headers: { "cache-control": "no-store" },
        receiver: viewer.id,
      });
    const { bytes, type } = await readHeldPicture({ viewer, name: params.name });
    return new Response(bytes, {
      headers: {
        "content-type": type,
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
      },
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
