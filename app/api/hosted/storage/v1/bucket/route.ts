import { z } from "zod";
import { route } from "@/lib/http/route";
import { bucketResponse } from "@/lib/hosted/storage-contract";
import { otherStorageMethods, storageGateway } from "@/lib/hosted/storage-gateway.server";
import { getBuckets } from "@/lib/hosted/storage-bucket-service";

export const GET = route({
  auth: "onboarded",
  gateway: storageGateway,
  response: z.array(bucketResponse),
  handler: () => ({ body: getBuckets() }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("GET");
