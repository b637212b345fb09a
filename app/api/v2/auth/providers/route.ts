import { linkedProviderSchema } from "@/lib/auth/provider-contract";
import { getLinkedProviders } from "@/lib/auth/provider-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { listOf } from "@/lib/shared/contract";

export const GET = route({
  summary: {
    en: "List the providers of this instance, and which the viewer has linked",
    ja: "このインスタンスの外部プロバイダーと、自分の連携状況の一覧を取得する",
  },
  auth: "user",
  response: listOf(linkedProviderSchema),
  handler: async ({ viewer }) => ({ body: { items: await getLinkedProviders(viewer.id) } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
