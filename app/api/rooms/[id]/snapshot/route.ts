import { ROOM_SNAPSHOT_MAX_BYTES } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { olderSnapshot, putSnapshotSchema, snapshotQuery } from "@/lib/rooms/contract";
import { discardSnapshots, putSnapshot, readOlderSnapshot } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: {
    en: "Read the snapshot before another one",
    ja: "指定したものより前のスナップショットを取得する",
  },
  auth: "onboarded",
  params: idParams,
  query: snapshotQuery,
  response: olderSnapshot,
  handler: async ({ viewer, params, query }) => ({
    body: { snapshot: await readOlderSnapshot({ viewer, roomId: params.id, ...query }) },
  }),
});

export const PUT = route({
  summary: { en: "Keep the state of a room after an update", ja: "更新後のルームの状態を保存する" },
  auth: "onboarded",
  params: idParams,
  body: putSnapshotSchema,
  jsonMaxBytes: 2 * ROOM_SNAPSHOT_MAX_BYTES,
  jsonAllowNul: true,
  handler: ({ viewer, params, body }) => putSnapshot({ viewer, roomId: params.id, ...body }),
});

export const DELETE = route({
  summary: { en: "Discard the snapshots of a room", ja: "ルームのスナップショットを破棄する" },
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  handler: ({ viewer, params }) => discardSnapshots({ viewer, roomId: params.id }),
});

export const { POST, PATCH, OPTIONS } = otherMethods("GET", "PUT", "DELETE");
