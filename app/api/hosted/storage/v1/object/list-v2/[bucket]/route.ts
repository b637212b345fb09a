import { route } from "@/lib/http/route";
import { filesParams, listingBody, listingResponse } from "@/lib/hosted/storage-contract";
import { otherStorageMethods, storageGateway } from "@/lib/hosted/storage-gateway.server";
import { listFilesBelow } from "@/lib/hosted/storage-service";

export const POST = route({
  auth: "onboarded",
  gateway: storageGateway,
  params: filesParams,
  limit: "hostedReads",
  body: listingBody,
  response: listingResponse,
  handler: async ({ viewer, body }) => ({ body: await listFilesBelow(viewer, body) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("POST");
