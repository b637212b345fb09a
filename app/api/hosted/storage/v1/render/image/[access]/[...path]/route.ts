import { z } from "zod";
import { route } from "@/lib/http/route";
import { openObject } from "@/lib/hosted/storage-bucket-service";
import { tokenQuery, transformQuery } from "@/lib/hosted/storage-contract";
import {
  linkGateway,
  objectResponse,
  otherStorageMethods,
  requirePlace,
} from "@/lib/hosted/storage-gateway.server";
import { openSigned } from "@/lib/hosted/storage-link-service";
import { AppError } from "@/lib/shared/errors";

/** Resized images: of public files, of files that the viewer may see, or of a signed URL, which fixes the size. */
export const GET = route({
  auth: "optional",
  gateway: linkGateway,
  limit: "hostedPictures",
  params: z.object({ access: z.enum(["authenticated", "public", "sign"]), path: z.array(z.string()) }),
  query: z.object({ ...transformQuery.shape, ...tokenQuery.shape }),
  handler: async ({
    request,
    viewer,
    address,
    params: { access },
    query: { token, download: _, ...asked },
  }) => {
    const place = requirePlace(request);
    const sender = viewer?.id ?? address;
    if (access === "sign") {
      const { object, transform } = await openSigned(place, token);
      // The signature fixes the size; the query does not change it.
      return objectResponse(request, { object, transform: transform ?? transformQuery.parse({}), sender });
    }
    const isPublic = access === "public";
    if (!isPublic && !viewer) throw new AppError("unauthenticated");
    const object = await openObject(isPublic ? null : viewer, place);
    return objectResponse(request, { object, transform: asked, sender, isPublic });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("GET");
