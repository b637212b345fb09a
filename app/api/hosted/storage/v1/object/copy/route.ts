import { route } from "@/lib/http/route";
import { copyBody, storedResponse } from "@/lib/hosted/storage-contract";
import { otherStorageMethods, readContentType, storageGateway } from "@/lib/hosted/storage-gateway.server";
import { copyFile } from "@/lib/hosted/storage-service";

export const POST = route({
  auth: "onboarded",
  gateway: storageGateway,
  limit: "writes",
  body: copyBody,
  response: storedResponse,
  handler: async ({ request, viewer, body }) => {
    const { sourceKey: from, destinationKey: to, copyMetadata, metadata } = body;
    const type = metadata?.mimetype === undefined ? undefined : readContentType(metadata.mimetype);
    const changed = copyMetadata === false ? { cacheControl: metadata?.cacheControl, type } : null;
    const upsert = request.headers.get("x-upsert") === "true";
    return { body: await copyFile(viewer, { from, to, upsert, changed }) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("POST");
