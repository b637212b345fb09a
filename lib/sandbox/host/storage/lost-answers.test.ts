import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { readUnsent } from "@/lib/sandbox/host/storage/unsent-store";
import { type Browser, browsersForEach, nextMillisecond } from "@/tests/support/storage-browsers";

const people = browsersForEach();

describe("a save whose answer is lost", () => {
  it("does not follow the page's last save, which had its changes, where that is sent again, too", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.write("note", "first");
    const sent = phone.holdRequest();
    const first = mirror.flush();
    const endFirst = await sent;
    phone.write("note", "second");
    const sentLast = phone.holdRequest();
    const last = mirror.flush({ leaving: true });
    const endLast = await sentLast;
    phone.online = false;
    endFirst();
    await first;
    endLast();
    await last;
    expect(mirror.unsent()).toEqual([{ area: "local", key: "note", value: "second" }]);
    phone.online = true;
    await mirror.flush();
    expect(phone.account.data.get("note")).toBe("second");
    expect(mirror.unsent()).toEqual([]);
  });

  it.each([false, true])("has stored what is deleted then (page left: %s)", async (leaving) => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.write("draft", "of a letter");
    if (leaving) {
      const arrived = phone.holdAnswer();
      void mirror.flush();
      await arrived;
      phone.online = false;
      await mirror.flush({ leaving });
      phone.online = true;
    } else {
      phone.losesAnswer = true;
      await mirror.flush();
    }
    expect(phone.account.data.size).toBe(1);
    mirror.accept([{ area: "local", key: "draft", value: null }]);
    await mirror.flush();
    expect(phone.account.data.size).toBe(0);
  });

  it("is no question to the page that is open, where another browser has saved on top of it", async () => {
    const [phone, desktop] = people("phone", "desktop") as [Browser, Browser];
    const mirror = await phone.open();
    phone.write("note", "from the phone");
    phone.losesAnswer = true;
    await mirror.flush();
    await desktop.open();
    desktop.write("note", "from the desktop");
    await desktop.mirror!.flush();
    await mirror.flush();
    await expect.poll(() => phone.isTaken).toBe(true);
    expect([mirror.conflict, mirror.unsent()]).toEqual([null, []]);
    expect(phone.account.data.get("note")).toBe("from the desktop");
  });

  it("is a question where the page has changed more since", async () => {
    const [phone, desktop] = people("phone", "desktop") as [Browser, Browser];
    const mirror = await phone.open();
    phone.write("note", "from the phone");
    phone.losesAnswer = true;
    await mirror.flush();
    await desktop.open();
    desktop.write("note", "from the desktop");
    await desktop.mirror!.flush();
    phone.write("note", "more");
    await mirror.flush();
    expect(mirror.conflict).not.toBeNull();
    expect(phone.account.data.get("note")).toBe("from the desktop");
  });

  it("is superseded by the next page's, which takes up its changes before it arrives", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.write("note", "first");
    const sent = phone.holdRequest();
    void mirror.flush();
    const arrive = await sent;
    expect(await mirror.keep()).toBe(true);
    phone.close();
    phone.online = false;
    const next = await phone.open();
    expect(next.unsent()).toHaveLength(1);
    phone.online = true;
    arrive();
    await expect.poll(() => phone.account.data.get("note")).toBe("first");
    phone.write("more", "second");
    await next.flush();
    expect(next.conflict).toBeNull();
    expect(Object.fromEntries(phone.account.data)).toEqual({ note: "first", more: "second" });
    expect(await readUnsent(`${phone.appId} phone`, "person")).toEqual([]);
  });
});

it("tabs that have the data of different versions share no changes", async () => {
  const [one, two, three] = people("phone", "phone", "phone") as [Browser, Browser, Browser];
  await one.open();
  one.account.swap();
  await two.open();
  one.account.swap();
  await three.open();
  one.write("score", "1");
  // What this tab has received, the other one would have, too.
  await expect.poll(() => three.mirror!.entries()).toHaveLength(1);
  expect(two.mirror!.entries()).toEqual([]);
});

describe("a key", () => {
  it('is deleted for good after the choice of "mine"', async () => {
    const [phone, desktop] = people("phone", "desktop") as [Browser, Browser];
    const mirror = await phone.open();
    phone.online = false;
    phone.write("draft", "of a letter");
    await mirror.flush();
    expect(await mirror.keep()).toBe(true);
    phone.close();
    await desktop.open();
    desktop.write("note", "desktop");
    await desktop.mirror!.flush({ release: true });
    desktop.close();
    phone.online = true;
    const next = await phone.open();
    expect(next.conflict).not.toBeNull();
    await next.insist();
    expect(phone.account.data.get("draft")).toBe("of a letter");
    next.accept([{ area: "local", key: "draft", value: null }]);
    await next.flush();
    expect(phone.account.data.has("draft")).toBe(false);
  });

  it("written while the question is open is deleted for good after it", async () => {
    const [phone, desktop] = people("phone", "desktop") as [Browser, Browser];
    const mirror = await phone.open();
    phone.write("a", "1");
    await desktop.open();
    desktop.write("note", "desktop");
    await desktop.mirror!.flush();
    await mirror.flush();
    expect(mirror.conflict).not.toBeNull();
    phone.write("draft", "late");
    await mirror.insist();
    expect(phone.account.data.get("draft")).toBe("late");
    mirror.accept([{ area: "local", key: "draft", value: null }]);
    await mirror.flush();
    expect(phone.account.data.has("draft")).toBe(false);
  });

  it("written by another tab, while its deletion is on its way, is deleted for good", async () => {
    const [one, two] = people("phone", "phone") as [Browser, Browser];
    const { account } = one;
    await one.open();
    one.write("k", "0");
    await one.mirror!.flush();
    await two.open();
    await nextMillisecond();
    const sent = two.holdRequest();
    two.mirror!.accept([{ area: "local", key: "k", value: null }]);
    const saving = two.mirror!.flush();
    const arrive = await sent;
    await expect.poll(() => one.mirror!.entries()).toEqual([]);
    one.write("k", "1");
    await expect.poll(() => two.mirror!.entries()).toHaveLength(1);
    arrive();
    await saving;
    await one.mirror!.flush();
    expect(account.data.get("k")).toBe("1");
    two.mirror!.accept([{ area: "local", key: "k", value: null }]);
    await expect.poll(() => one.mirror!.entries()).toEqual([]);
    await two.mirror!.flush();
    await one.mirror!.flush();
    expect(account.data.has("k")).toBe(false);
  });
});

describe("changes", () => {
  it("that waited for the switch back are no question where nobody else has changed that data", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.account.swap();
    phone.write("note", "of the other version");
    await mirror.flush();
    phone.close();
    phone.account.swap();
    const back = await phone.open();
    expect(back.conflict).toBeNull();
    expect(phone.account.data.get("note")).toBe("of the other version");
  });

  it("of a tab that was offline during a switch there and back are none either", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.account.swap();
    phone.account.swap();
    phone.write("note", "mine");
    await mirror.flush();
    expect(mirror.conflict).toBeNull();
  });

  it("of a tab of the release before arrive", async () => {
    const [phone] = people("phone") as [Browser];
    await phone.open();
    const old = new BroadcastChannel(`gum-app-data:account:${phone.appId} phone`);
    old.postMessage({
      personId: "person",
      message: {
        type: "changes",
        changes: [{ area: "local", key: "k", value: "old tab" }],
        stamp: [Date.now() + 5, "old"],
        isLast: false,
        knows: [Date.now(), "old"],
      },
    });
    await expect
      .poll(() => phone.mirror!.entries(), { timeout: 1500 })
      .toHaveLength(1)
      .finally(() => old.close());
  });

  it("of databases go on in one of two tabs, also across releases", async () => {
    const [phone] = people("phone") as [Browser];
    await phone.open("databases");
    phone.mirror!.accept([{ area: "databases", key: "db", value: "x" }]);
    const old = new BroadcastChannel(`gum-app-data:account:${phone.appId} phone`);
    old.postMessage({ personId: "person", message: { type: "opened", at: [Date.now() + 1000, "old"] } });
    await expect
      .poll(() => phone.isTaken, { timeout: 1500 })
      .toBe(true)
      .finally(() => old.close());
  });
});

it("a lost answer followed by eleven failed attempts is no question to the next page", async () => {
  const [phone] = people("phone") as [Browser];
  const mirror = await phone.open();
  phone.write("note", "0");
  phone.losesAnswer = true;
  await mirror.flush();
  phone.online = false;
  for (let n = 1; n <= 11; n++) {
    phone.write("note", String(n));
    await mirror.flush();
  }
  expect(await mirror.keep()).toBe(true);
  phone.close();
  phone.online = true;
  expect((await phone.open()).conflict).toBeNull();
  expect(phone.account.data.get("note")).toBe("11");
});
