import { expect, it } from "vitest";
import { quiesce, TestClock, TestHost, TestRoom } from "@/tests/support/room-log";
import { SharedMap } from "./shared-map";

it("shows at once what an earlier run has left, and undoes it where the room refuses it", async () => {
  const room = new TestRoom();
  let seed = 1;
  const clock = new TestClock(() => (seed = (seed * 16807) % 2147483647) / 2147483647);
  const host = new TestHost(room, "ann");
  const map = new SharedMap(host.open(), clock);
  map.push("list", "bread");
  await quiesce(clock, [host]);
  host.isOnline = false;
  map.push("list", "milk");
  map.increment("n", 2);
  map.flush();
  const again = new SharedMap(host.open(), clock);
  const pendings: number[] = [];
  again.onPending((pending) => pendings.push(pending));
  await clock.pass(1);
  expect(pendings).toEqual([host.queue.length]);
  host.isOnline = true;
  host.deliver();
  expect(again.entries()).toEqual([
    ["list", ["bread", "milk"]],
    ["n", 2],
  ]);
  expect(again.pending).toBe(host.queue.length);
  again.push("list", "rice");
  again.flush();
  host.sendOne();
  host.deliver();
  await clock.pass(1);
  expect(again.get("list")).toEqual(["bread", "milk", "rice"]);
  expect(pendings.at(-1)).toBe(again.pending);
  room.isClosed = true;
  const refused: string[] = [];
  again.onRefused(({ code }) => refused.push(code));
  while (host.queue.length) host.sendOne();
  await clock.pass(1);
  expect(refused).toContain("room_closed");
  const other = new TestHost(room, "cem");
  const newcomer = new SharedMap(other.open(), clock);
  other.deliver();
  expect(again.entries()).toEqual(newcomer.entries());
  expect(again.pending).toBe(0);
});
