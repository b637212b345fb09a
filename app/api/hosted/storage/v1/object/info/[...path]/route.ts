import { route } from "@/lib/http/route";
import { getInfo } from "@/lib/hosted/storage-bucket-service";
import { infoResponse } from "@/lib/hosted/storage-contract";
import { otherStorageMethods, requirePlace, storageGateway } from "@/lib/hosted/storage-gateway.server";

export const GET = route({
  auth: "onboarded",
  gateway: storageGateway,
  limit: "hostedReads",
  response: infoResponse,
  handler: async ({ request, viewer }) => ({ body: await getInfo(viewer, requirePlace(request)) }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherStorageMethods("GET");
