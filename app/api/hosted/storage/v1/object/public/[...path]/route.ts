import { route } from "@/lib/http/route";
import { openObject } from "@/lib/hosted/storage-bucket-service";
import { downloadQuery } from "@/lib/hosted/storage-contract";
import {
  linkGateway,
  objectResponse,
  otherStorageMethods,
  requirePlace,
} from "@/lib/hosted/storage-gateway.server";

/** Files that guests may see. */
export const GET = route({
  auth: "none",
  gateway: linkGateway,
  limit: "hostedPictures",
  query: downloadQuery,
  handler: async ({ request, address }) => {
    const object = await openObject(null, requirePlace(request));
    return objectResponse(request, { object, sender: address, isPublic: true });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("GET");
