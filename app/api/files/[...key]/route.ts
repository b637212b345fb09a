import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { readPublicFile } from "@/lib/files/service";

/** Pictures of people and posts. Their keys are random and immutable. */
export const GET = route({
  auth: "none",
  params: z.object({ key: z.array(z.string()).length(2) }),
  handler: async ({ params }) => {
    const file = await readPublicFile(params.key.join("/"));
    if (!file) throw new AppError("not_found");
    return new Response(file.bytes, {
      headers: {
        "content-type": file.type,
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
      },
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
