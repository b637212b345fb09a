import { ROOM_SNAPSHOT_MAX_BYTES } from "@/lib/config/limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { olderSnapshot, putSnapshotSchema, snapshotQuery } from "@/lib/rooms/contract";
import { discardSnapshots, putSnapshot, readOlderSnapshot } from "@/lib/rooms/service";
import { idParams } from "@/lib/shared/contract";

/** The snapshot before another one. */
export const GET = route({
  auth: "onboarded",
  params: idParams,
  query: snapshotQuery,
  response: olderSnapshot,
  handler: async ({ viewer, params, query }) => ({
    body: { snapshot: await readOlderSnapshot({ viewer, roomId: params.id, ...query }) },
  }),
});

/** Keeps the state after an update, from which newcomers start. */
export const PUT = route({
  auth: "onboarded",
  params: idParams,
  body: putSnapshotSchema,
  jsonMaxBytes: 2 * ROOM_SNAPSHOT_MAX_BYTES,
  jsonAllowNul: true,
  handler: ({ viewer, params, body }) => putSnapshot({ viewer, roomId: params.id, ...body }),
});

/** Newcomers start from the log again. */
export const DELETE = route({
  auth: "onboarded",
  limit: "writes",
  params: idParams,
  handler: ({ viewer, params }) => discardSnapshots({ viewer, roomId: params.id }),
});

export const { POST, PATCH, OPTIONS } = otherMethods("GET", "PUT", "DELETE");
