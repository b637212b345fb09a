import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, networkFailure } from "@/lib/browser/api";
import type { JoinedRoom, RoomUpdate } from "./contract";
import { keepRoomLater, readKeptRoom } from "./kept-storage";
import { openRoomLink } from "./open-link.client";
import { useRooms } from "./store";

/** A room where it cannot be reached. */

let hide = () => {};
beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: false });
  vi.stubGlobal("addEventListener", (type: string, listener: () => void) => {
    if (type === "pagehide") hide = listener;
  });
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => void vi.unstubAllGlobals());

const joined: JoinedRoom = {
  id: "018f0000-0000-7000-8000-00000000000b",
  appId: "018f0000-0000-7000-8000-000000000001",
  postId: null,
  me: "me",
  name: "Mika",
  people: 2,
  head: 2,
  isClosed: false,
  isOwner: false,
  isMuted: false,
  snapshot: { serial: 1, state: "[]" },
  sendIntervalMs: 1_000,
  payloadMaxBytes: 1_000,
  usedBytes: 0,
  quotaBytes: 1_000,
};
const updates: RoomUpdate[] = [{ serial: 2, from: "you", payload: `"milk"`, at: "2026-01-01T00:00:00.000Z" }];
const open = (userId: string, error: Error) =>
  openRoomLink({ key: "post:1", userId, appName: "List", join: () => Promise.reject(error) });

it("starts as this browser has last seen it, for the same person, until the server refuses them", async () => {
  keepRoomLater("mika", "post:1", () => ({ joined, updates }));
  hide();
  await vi.waitFor(async () => expect(await readKeptRoom("mika", "post:1")).not.toBeNull());

  const link = await open("mika", networkFailure());
  expect(link.start()).toMatchObject({ snapshot: joined.snapshot, updates, head: 2, isClosed: false });
  expect(link.me).toBe("me");
  expect(useRooms.getState().open[joined.id]?.isCopy).toBe(true);
  link.close();
  await expect(open("ren", networkFailure())).rejects.toThrow(ApiError);

  const gone = new ApiError({ code: "unknown", message: "Bad gateway", status: 502 });
  (await open("mika", gone)).close();
  const busy = new ApiError({ code: "rate_limited", message: "", status: 429 });
  await expect(open("mika", busy)).rejects.toThrow(busy);
  expect(await readKeptRoom("mika", "post:1")).not.toBeNull();
  const refused = new ApiError({ code: "not_in_room", message: "", status: 403 });
  await expect(open("mika", refused)).rejects.toThrow(refused);
  expect(await readKeptRoom("mika", "post:1")).toBeNull();
});
