import { pageOf } from "@/lib/shared/contract";
import { appDataUseSchema } from "@/lib/permissions/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getAppData } from "@/lib/permissions/service";

export const GET = route({
  summary: {
    en: "List what apps have saved for the viewer",
    ja: "アプリが自分のために保存したデータの一覧を取得する",
  },
  auth: "user",
  response: pageOf(appDataUseSchema),
  handler: async ({ viewer }) => ({ body: { items: await getAppData(viewer.id), nextCursor: null } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
