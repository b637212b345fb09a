import { outsideFileRequest, outsideFileSchema } from "@/lib/apps/outside-contract";
import { fetchOutsideFile } from "@/lib/apps/outside-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: {
    en: "Fetch a file that a package loads from elsewhere",
    ja: "パッケージが外部から読み込むファイルを取得する",
  },
  auth: "onboarded",
  limit: "outsideFiles",
  body: outsideFileRequest,
  response: outsideFileSchema,
  handler: async ({ viewer, body }) => ({ body: await fetchOutsideFile({ viewer, request: body }) }),
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
