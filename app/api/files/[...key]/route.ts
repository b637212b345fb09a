import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { fileResponse } from "@/lib/http/file-response";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { findPublicRecording, publicAddress, readPublicFile } from "@/lib/files/service";

const FOREVER = "public, max-age=31536000, immutable";

/**
 * What a browser loads from another origin without CORS; a script or the captions of a video need the file from here. Without the
 * header nobody knows: over plain http, or an older browser.
 */
const ELSEWHERE = new Set(["image", "audio", "video", "document"]);

/** Pictures of people and posts, recordings and their captions. Their keys are random and immutable. */
export const GET = route({
  summary: {
    en: "Read a picture of a person or a post, or a recording in parts",
    ja: "人や投稿の画像、または録画・録音の一部を取得する",
  },
  auth: "none",
  params: z.object({ key: z.array(z.string()).length(2) }),
  sends: "image/*",
  handler: async ({ request, address, params }) => {
    const key = params.key.join("/");
    const elsewhere = await publicAddress(key);
    if (elsewhere && ELSEWHERE.has(request.headers.get("sec-fetch-dest") ?? "")) {
      // Half of the time for which it is valid: a browser may use the cached redirect up to its last second.
      const cache = `private, max-age=${elsewhere.validSeconds / 2}`;
      const headers = { location: elsewhere.url, "cache-control": cache, vary: "sec-fetch-dest" };
      return new Response(null, { status: 302, headers });
    }
    const cached = { "cache-control": FOREVER, ...(elsewhere && { vary: "sec-fetch-dest" }) };
    const recording = await findPublicRecording(key);
    if (recording) return fileResponse(request, recording, { headers: cached, receiver: address });
    const file = await readPublicFile(key);
    if (!file) throw new AppError("not_found");
    return new Response(file.bytes, {
      headers: {
        "content-type": file.type,
        ...cached,
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
      },
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
