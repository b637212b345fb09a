import { route } from "@/lib/http/route";
import { messageResponse, moveBody } from "@/lib/hosted/storage-contract";
import { otherStorageMethods, storageGateway } from "@/lib/hosted/storage-gateway.server";
import { moveFile } from "@/lib/hosted/storage-service";

export const POST = route({
  auth: "onboarded",
  gateway: storageGateway,
  limit: "writes",
  body: moveBody,
  response: messageResponse,
  handler: async ({ viewer, body: { sourceKey, destinationKey } }) => {
    await moveFile(viewer, { from: sourceKey, to: destinationKey });
    return { body: { message: "Successfully moved" } };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("POST");
