import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readUnsent } from "@/lib/sandbox/host/storage/unsent-store";
import { Account, Browser } from "@/tests/support/storage-browsers";

// A page has these; none of these tests reloads one.
beforeEach(() => {
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("navigator", {});
});

let browsers: Browser[] = [];
let apps = 0;
function people(...names: string[]): Browser[] {
  const account = new Account();
  const appId = `lost-${++apps}`;
  return (browsers = names.map((name) => new Browser(account, name, appId)));
}
afterEach(() => browsers.forEach((browser) => browser.close()));

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
