import { dismissPasskeyOffer } from "@/lib/auth/passkey-offer-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: { en: "Dismiss the offer to add a passkey", ja: "パスキー追加の案内を閉じる" },
  auth: "user",
  limit: "writes",
  handler: ({ viewer }) => dismissPasskeyOffer(viewer.id),
});

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
