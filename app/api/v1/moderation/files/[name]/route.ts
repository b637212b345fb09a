import { z } from "zod";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { readHeldPicture } from "@/lib/moderation/held-file-service";

/** A picture that moderators took away, for them alone. */
export const GET = route({
  auth: "onboarded",
  params: z.strictObject({ name: z.string().max(128) }),
  handler: async ({ viewer, params }) => {
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
