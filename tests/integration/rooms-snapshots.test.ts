import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as memberRoute from "@/app/api/rooms/[id]/members/[address]/route";
import * as snapshotRoute from "@/app/api/rooms/[id]/snapshot/route";
import { db } from "@/lib/db/client";
import { inRoom, type RoomScene } from "../support/in-room";
import { call, type TestPerson } from "../support/people";

let { mika, ren, aoi, room } = {} as RoomScene;
const { at, join, send, log, snapshot, older, use, listen } = inRoom(
  (scene) => ({ mika, ren, aoi, room } = scene),
);

describe("snapshots of a room", () => {
  it("are where newcomers start; what the one before holds is dropped, and its keys stay known", async () => {
    const clientKey = randomUUID();
    await send(mika, 1, { clientKey });
    for (const n of [2, 3, 4]) await send(mika, n);
    expect((await snapshot(mika, 2, "state 2")).status).toBe(204);
    // One snapshot alone drops nothing: it may be wrong.
    expect((await log(mika)).items).toHaveLength(4);
    await use(6);
    expect((await snapshot(mika, 4, "state 4")).status).toBe(204);
    expect((await snapshot(mika, 3, "late")).status).toBe(204);
    const newcomer = (await join(ren)).body;
    expect(newcomer.snapshot).toEqual({ serial: 4, state: "state 4" });
    // Who cannot read it goes back to the one before, from which the log is still there.
    expect(await older(ren, 4)).toMatchObject({ body: { snapshot: { serial: 2, state: "state 2" } } });
    expect(await older(ren, 2)).toMatchObject({ body: { snapshot: null } });
    expect(await older(aoi, 4)).toMatchObject({ status: 403, body: { code: "not_in_room" } });
    expect(await log(ren, 2)).toMatchObject({ items: [{ serial: 3 }, { serial: 4 }], isBehind: false });
    expect(await log(ren, 4)).toMatchObject({ items: [], head: 4, isBehind: false });
    expect(await log(ren, 0)).toMatchObject({ items: [{ serial: 3 }, { serial: 4 }], isBehind: true });
    expect((await send(mika, 1, { clientKey })).body.serial).toBe(1);
    await use(6);
    expect((await snapshot(mika, (await send(mika, 5)).body.serial, "state 5")).status).toBe(204);
    expect((await log(mika)).items).toMatchObject([{ serial: 5 }]);
    const where = { where: { roomId: room.id }, _sum: { bytes: true } } as const;
    const [updates, states] = [
      await db().roomUpdate.aggregate(where),
      await db().roomSnapshot.aggregate(where),
    ];
    expect((await join(ren)).body.usedBytes).toBe(updates._sum.bytes! + states._sum.bytes!);
    const stream = await listen(ren, 1);
    await stream.until((event) => event.type === "behind");
  });

  it("are discarded by the room's owner, so that newcomers start from the log", async () => {
    await join(ren);
    for (const n of [1, 2, 3]) await send(mika, n);
    await snapshot(ren, 2, "wrong");
    await snapshot(ren, 3, "more wrong");
    expect((await join(aoi)).body.snapshot?.state).toBe("more wrong");
    const discard = (as: TestPerson) => call(snapshotRoute.DELETE, { as, ...at(), method: "DELETE" });
    expect(await discard(ren)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await discard(mika)).status).toBe(204);
    const { snapshot: newest, usedBytes } = (await join(aoi)).body;
    expect(newest).toBeNull();
    expect((await log(aoi)).items).toHaveLength(3);
    const { _sum } = await db().roomUpdate.aggregate({ where: { roomId: room.id }, _sum: { bytes: true } });
    expect(usedBytes).toBe(_sum.bytes);
  });

  it("what is compacted stays, whoever discards", async () => {
    await join(ren);
    for (const n of [1, 2, 3]) await send(mika, n);
    await snapshot(ren, 1, "state 1");
    await use(6);
    await snapshot(mika, 2, "state 2");
    await call(snapshotRoute.DELETE, { as: mika, ...at(), method: "DELETE" });
    expect((await join(aoi)).body.snapshot).toEqual({ serial: 1, state: "state 1" });
    expect((await log(aoi, 1)).items).toMatchObject([{ serial: 2 }, { serial: 3 }]);
  });

  it("of one member alone drop nothing that others wrote", async () => {
    await join(ren);
    await join(aoi);
    for (const n of [1, 2]) await send(mika, n);
    for (const n of [3, 4, 5]) await send(ren, n);
    for (const serial of [3, 4]) {
      await use(6);
      await snapshot(ren, serial, "broken");
    }
    expect(await log(mika)).toMatchObject({ items: { length: 5 }, isBehind: false });
    expect(await older(mika, 4)).toMatchObject({ body: { snapshot: null } });
    // Another member has read what the log says up to there, and vouches for it.
    await use(6);
    await snapshot(aoi, 5, "state 5");
    expect(await log(mika, 4)).toMatchObject({ items: [{ serial: 5 }], isBehind: false });
    expect((await log(mika)).isBehind).toBe(true);
    // What only they wrote, they may drop.
    for (const n of [6, 7]) await send(ren, n);
    for (const serial of [6, 7]) {
      await use(6);
      await snapshot(ren, serial, `state ${serial}`);
    }
    expect(await older(mika, 7)).toMatchObject({ body: { snapshot: { serial: 6 } } });
    expect((await log(mika, 5)).isBehind).toBe(true);
  });

  it("drop nothing while there is room, and go with who is removed", async () => {
    await join(ren);
    for (const n of [1, 2]) await send(mika, n);
    for (const serial of [1, 2]) await snapshot(ren, serial, "false");
    expect(await log(mika)).toMatchObject({ items: { length: 2 }, isBehind: false });
    const { me } = (await join(ren)).body;
    await call(memberRoute.DELETE, { as: mika, params: { id: room.id, address: me }, method: "DELETE" });
    expect((await join(aoi)).body.snapshot).toBeNull();
    expect((await log(aoi)).items).toHaveLength(2);
  });

  it("free a full room, whoever takes them", async () => {
    await join(ren);
    for (const n of [1, 2, 3]) await send(mika, n);
    await use(10);
    expect((await send(mika, 4)).status).toBe(413);
    await snapshot(ren, 3, "state 3");
    expect((await send(mika, 4)).body.serial).toBe(4);
    expect(await log(mika, 3)).toMatchObject({ items: [{ serial: 4 }], isBehind: false });
    expect((await join(aoi)).body.snapshot).toEqual({ serial: 3, state: "state 3" });
    await use(10);
    await snapshot(ren, 3, "again");
    expect((await join(aoi)).body.snapshot).toEqual({ serial: 3, state: "state 3" });
    expect((await send(mika, 5)).body.serial).toBe(5);
  });

  it("never leave an unnoticed hole in what is read", async () => {
    for (const n of [1, 2, 3]) await send(mika, n);
    // As a reader sees it that read the room just before it was compacted.
    await db().roomUpdate.deleteMany({ where: { roomId: room.id, serial: { lte: 2 } } });
    expect(await log(mika)).toMatchObject({ items: [{ serial: 3 }], isBehind: true });
    expect(await log(mika, 2)).toMatchObject({ items: [{ serial: 3 }], isBehind: false });
  });

  it("cannot be of what has not happened", async () => {
    expect((await snapshot(mika, 7, "future")).status).toBe(400);
  });
});
