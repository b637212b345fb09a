import { unsubscribeQuery } from "@/lib/digest/contract";
import { unsubscribeDigest } from "@/lib/digest/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: {
    en: "Turn off the digest by the link of a mail",
    ja: "メールのリンクからダイジェストを停止する",
  },
  auth: "none",
  limit: "writes",
  query: unsubscribeQuery,
  // Mail programs send `List-Unsubscribe=One-Click` as a form (RFC 8058).
  rawBody: { maxBytes: 1_024 },
  handler: async ({ query }) => unsubscribeDigest(query.token),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
