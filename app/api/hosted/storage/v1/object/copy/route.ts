import { route } from "@/lib/http/route";
import { moveBody, storedResponse } from "@/lib/hosted/storage-contract";
import { otherStorageMethods, storageGateway } from "@/lib/hosted/storage-gateway.server";
import { copyFile } from "@/lib/hosted/storage-service";

export const POST = route({
  auth: "onboarded",
  gateway: storageGateway,
  limit: "writes",
  body: moveBody,
  response: storedResponse,
  handler: async ({ request, viewer, body: { sourceKey, destinationKey } }) => {
    const upsert = request.headers.get("x-upsert") === "true";
    return { body: await copyFile(viewer, { from: sourceKey, to: destinationKey, upsert }) };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("POST");
