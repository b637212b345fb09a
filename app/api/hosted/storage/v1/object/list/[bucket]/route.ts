import { route } from "@/lib/http/route";
import { listObjects } from "@/lib/hosted/storage-bucket-service";
import { bucketParams, listBody, objectsResponse } from "@/lib/hosted/storage-contract";
import { otherStorageMethods, storageGateway } from "@/lib/hosted/storage-gateway.server";

export const POST = route({
  auth: "onboarded",
  gateway: storageGateway,
  params: bucketParams,
  limit: "hostedReads",
  body: listBody,
  response: objectsResponse,
  handler: async ({ viewer, params, body }) => ({ body: await listObjects(viewer, params.bucket, body) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("POST");
