import { route } from "@/lib/http/route";
import { bucketParams, bucketResponse } from "@/lib/hosted/storage-contract";
import { otherStorageMethods, storageGateway } from "@/lib/hosted/storage-gateway.server";
import { getBucket } from "@/lib/hosted/storage-bucket-service";

export const GET = route({
  auth: "onboarded",
  gateway: storageGateway,
  params: bucketParams,
  response: bucketResponse,
  handler: ({ params }) => ({ body: getBucket(params.bucket) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("GET");
