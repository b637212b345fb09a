import { ROOM_SNAPSHOT_MAX_BYTES } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { olderSnapshot, putSnapshotSchema, snapshotQuery } from "@/lib/rooms/contract";
import { discardSnapshots, putSnapshot, readOlderSnapshot } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: "Read the snapshot before another one",
  auth: "onboarded",
  params: idParams,
  query: snapshotQuery,
  response: olderSnapshot,
  handler: async ({ viewer, params, query }) => ({
    body: { snapshot: await readOlderSnapshot({ viewer, roomId: params.id, ...query }) },
  }),
});

export const PUT = route({
  summary: "Keep the state of a room after an update",
  auth: "onboarded",
  params: idParams,
  body: putSnapshotSchema,
  jsonMaxBytes: 2 * ROOM_SNAPSHOT_MAX_BYTES,
  jsonAllowNul: true,
  handler: ({ viewer, params, body }) => putSnapshot({ viewer, roomId: params.id, ...body }),
});

export const DELETE = route({
  summary: "Discard the snapshots of a room",
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  handler: ({ viewer, params }) => discardSnapshots({ viewer, roomId: params.id }),
});

export const { POST, PATCH, OPTIONS } = otherMethods("GET", "PUT", "DELETE");
