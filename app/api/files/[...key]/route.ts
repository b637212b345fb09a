import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { fileResponse } from "@/lib/http/file-response";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { findPublicRecording, readPublicFile } from "@/lib/files/service";

const FOREVER = "public, max-age=31536000, immutable";

/** Pictures of people and posts, recordings and their captions. Their keys are random and immutable. */
export const GET = route({
  summary: "Read a picture of a person or a post, or a recording in parts",
  auth: "none",
  params: z.object({ key: z.array(z.string()).length(2) }),
  sends: "image/*",
  handler: async ({ request, address, params }) => {
    const key = params.key.join("/");
    const recording = await findPublicRecording(key);
    if (recording)
      return fileResponse(request, recording, { headers: { "cache-control": FOREVER }, receiver: address });
    const file = await readPublicFile(key);
    if (!file) throw new AppError("not_found");
    return new Response(file.bytes, {
      headers: {
        "content-type": file.type,
        "cache-control": FOREVER,
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
      },
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
