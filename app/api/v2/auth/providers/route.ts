import { linkedProviderSchema } from "@/lib/auth/provider-contract";
import { getLinkedProviders } from "@/lib/auth/provider-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listOf } from "@/lib/shared/contract";

/** The providers of this instance, and which of them the viewer has linked. */
export const GET = route({
  auth: "user",
  response: listOf(linkedProviderSchema),
  handler: async ({ viewer }) => ({ body: { items: await getLinkedProviders(viewer.id) } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
