import "fake-indexeddb/auto";
import { expect, it, onTestFinished } from "vitest";
import { Account, Browser, browsersForEach, nextMillisecond } from "@/tests/support/storage-browsers";

const people = browsersForEach();

/** What a tab of the previous release says, which asks nothing before it reads. */
function tellFromOldTab(tab: Browser, message: object): void {
  channelOf(tab).postMessage({ personId: "person", message });
}

/** The types of the messages between the tabs from now on. */
function messagesOf(tab: Browser): string[] {
  const types: string[] = [];
  channelOf(tab).onmessage = ({ data }: MessageEvent<{ message: { type: string } }>) =>
    types.push(data.message.type);
  return types;
}

function channelOf({ appId }: Browser): BroadcastChannel {
  const channel = new BroadcastChannel(`gum-app-data:account:${appId} phone`);
  onTestFinished(() => channel.close());
  return channel;
}

it("a tab has what another was saving while it read, and saves on top of that", async () => {
  const [one, two] = people("phone", "phone") as [Browser, Browser];
  await one.open();
  const sent = one.holdRequest();
  one.write("note", "1");
  const saving = one.mirror!.flush();
  const arrive = await sent;
  await nextMillisecond();
  // Its own data, read before the save arrives, comes later than the save's answer.
  const told = messagesOf(one);
  two.duringLoad = async () => {
    await expect.poll(() => told).toContain("changes");
    arrive();
    await saving;
  };
  const mirror = await two.open();
  two.write("other", "2");
  one.write("more", "3");
  await one.mirror!.flush();
  await mirror.flush();
  expect([mirror.conflict, mirror.isStale]).toEqual([null, false]);
  await expect.poll(() => mirror.entries()).toHaveLength(3);
});

it("a tab that hears of newer data while it saves reads that once it has saved", async () => {
  const [tab] = people("phone") as [Browser];
  const mirror = await tab.open();
  const sent = tab.holdRequest();
  tab.write("note", "1");
  const saving = mirror.flush();
  const arrive = await sent;
  tab.account.save([{ area: "local", key: "other", value: "2" }], { base: 0, writer: "phone" });
  tellFromOldTab(tab, { type: "saved", base: 0, revision: 1, since: 0 });
  await expect.poll(() => mirror.isStale).toBe(true);
  expect(tab.events).not.toContainEqual({ type: "stale" });
  arrive();
  await saving;
  expect(mirror.isStale).toBe(true);
  expect(tab.events).toContainEqual({ type: "stale" });
});

it("a save whose answer was lost is no question where another tab, which has its changes, has saved on top", async () => {
  const [one, two] = people("phone", "phone") as [Browser, Browser];
  const { account } = one;
  await one.open();
  one.write("a", "1");
  one.losesAnswer = true;
  await one.mirror!.flush();
  await two.open();
  two.write("b", "2");
  await two.mirror!.flush();
  await expect.poll(() => one.mirror!.isStale).toBe(true);
  one.write("c", "3");
  await one.mirror!.flush();
  expect(one.mirror!.conflict).toBeNull();
  expect(Object.fromEntries(account.data)).toEqual({ a: "1", b: "2", c: "3" });
  expect(one.events).toContainEqual({ type: "stale" });
});

it("a save that is sent again for a tab that opens is known there, though its answer is lost", async () => {
  const [one, two] = people("phone", "phone") as [Browser, Browser];
  await one.open();
  const sent = one.holdRequest();
  const answered = new Promise<() => void>((onAnswer) => {
    one.travels = (what) =>
      what === "request"
        ? Promise.resolve()
        : new Promise((_, reject) => {
            one.travels = async () => {};
            onAnswer(() => reject(new TypeError("Failed to fetch")));
          });
  });
  const told = messagesOf(one);
  one.write("a", "1");
  const saving = one.mirror!.flush();
  const arrive = await sent;
  await nextMillisecond();
  two.duringLoad = nextMillisecond;
  await two.open();
  // Sent first, again as it opens, and once it has opened.
  await expect.poll(() => told.filter((type) => type === "saving")).toHaveLength(3);
  await expect.poll(() => two.mirror!.entries()).toHaveLength(1);
  arrive();
  const loseAnswer = await answered;
  const checked = one.mirror!.check();
  await nextMillisecond();
  loseAnswer();
  await Promise.all([saving, checked]);
  await expect.poll(() => two.mirror!.revision).toBe(1);
  expect(two.mirror!.isStale).toBe(false);
});

it("what a tab writes first is later than what another sends again for it", async () => {
  const [one, two] = people("phone", "phone") as [Browser, Browser];
  const { account } = one;
  await one.open();
  const sent = one.holdRequest();
  one.write("note", "old");
  const saving = one.mirror!.flush();
  const arrive = await sent;
  await two.open();
  two.write("note", "new");
  // The first tab sends its change again only now.
  const written = Date.now();
  while (Date.now() === written);
  await expect.poll(() => one.mirror!.entries()[0]!.value).toBe("new");
  arrive();
  await saving;
  await two.mirror!.flush();
  await one.mirror!.flush();
  expect(two.mirror!.entries()).toEqual([{ area: "local", key: "note", value: "new" }]);
  expect(account.data.get("note")).toBe("new");
});

it("a tab that was frozen with unsaved changes asks before these replace what another tab has saved since", async () => {
  const account = new Account();
  // A frozen tab hears nothing (here, by a channel of its own).
  const [frozen, other] = ["frozen", "other"].map((appId) => new Browser(account, "phone", appId)) as [
    Browser,
    Browser,
  ];
  onTestFinished(() => [frozen, other].forEach((tab) => tab.close()));
  const mirror = await frozen.open();
  frozen.write("note", "old");
  await other.open();
  other.write("note", "new");
  await other.mirror!.flush();
  // Its save does not wait for the answer.
  await Promise.all([mirror.thaw(), mirror.flush()]);
  expect(mirror.conflict).not.toBeNull();
  expect(account.data.get("note")).toBe("new");
});
