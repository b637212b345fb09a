import { pageOf } from "@/lib/shared/contract";
import { appPermissionSchema } from "@/lib/permissions/contract";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { getPermissions } from "@/lib/permissions/service";

export const GET = route({
  summary: { en: "List what the viewer's apps may reach", ja: "アプリに許可した接続先の一覧を取得する" },
  auth: "user",
  response: pageOf(appPermissionSchema),
  handler: async ({ viewer }) => ({ body: { items: await getPermissions(viewer.id), nextCursor: null } }),
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
