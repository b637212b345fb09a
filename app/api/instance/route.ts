import { CORS_HEADERS, getInstance, instanceResponse } from "@/lib/hosted/gateway.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: {
    en: "Read where clients of hosted backends find their interface, and its public key",
    ja: "ホスト型バックエンドのクライアント向けの接続先と公開キーを取得する",
  },
  auth: "none",
  response: instanceResponse,
  handler: () => ({ body: getInstance(), headers: CORS_HEADERS }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
