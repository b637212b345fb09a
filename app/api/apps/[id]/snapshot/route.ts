import { restoreSnapshotSchema, appSnapshotSchema } from "@/lib/apps/version-contract";
import { dropSnapshot, getSnapshot, restoreSnapshot } from "@/lib/apps/snapshot-service";
import { appRoute } from "@/lib/apps/routes.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: {
    en: "Read which version the viewer can go back to, and of when its data is",
    ja: "戻れるバージョンと、そのデータの時点を取得する",
  },
  ...appRoute,
  response: appSnapshotSchema,
  handler: async ({ viewer, params }) => ({ body: await getSnapshot({ viewer, id: params.id }) }),
});

export const POST = route({
  summary: {
    en: "Go back to the version that one ran before, with the data of that time",
    ja: "前に使っていたバージョンに、そのときのデータとともに戻る",
  },
  ...appRoute,
  limit: "writes",
  body: restoreSnapshotSchema,
  response: appSnapshotSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await restoreSnapshot({ viewer, id: params.id, keptId: body.id }),
  }),
});

export const DELETE = route({
  summary: {
    en: "Delete the data that was kept of an app's earlier version",
    ja: "アプリの以前のバージョンのデータを削除する",
  },
  ...appRoute,
  limit: "writes",
  handler: async ({ viewer, params }) => dropSnapshot({ viewer, id: params.id }),
});

export const { PUT, PATCH, OPTIONS } = otherMethods("GET", "POST", "DELETE");
