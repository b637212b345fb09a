import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { readUnsent } from "@/lib/sandbox/host/storage/unsent-store";
import { type Browser, browsersForEach } from "@/tests/support/storage-browsers";

const people = browsersForEach();

describe("a save that arrived as the page ended", () => {
  it("is no question where another browser has saved since", async () => {
    const [phone, desktop] = people("phone", "desktop") as [Browser, Browser];
    const mirror = await phone.open();
    phone.write("note", "from the phone");
    phone.losesAnswer = true;
    await mirror.flush({ leaving: true, release: true });
    phone.close();
    await desktop.open();
    desktop.write("note", "from the desktop");
    await desktop.mirror!.flush();
    const next = await phone.open();
    expect(next.conflict).toBeNull();
    expect(next.entries()).toEqual([{ area: "local", key: "note", value: "from the desktop" }]);
    expect(phone.account.data.get("note")).toBe("from the desktop");
    // Nothing is left to ask about later.
    phone.close();
    expect((await phone.open()).unsent()).toEqual([]);
  });

  it("is kept in the browser where it did not arrive", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.drops = true;
    // Above what a browser sends for an ended page.
    const value = "x".repeat(100_000);
    phone.write("drawing", value);
    void mirror.flush({ leaving: true, release: true });
    await expect.poll(() => readUnsent(`${phone.appId} phone`, "person")).toHaveLength(1);
    phone.close();
    phone.drops = false;
    expect((await phone.open()).entries()).toEqual([{ area: "local", key: "drawing", value }]);
    expect(phone.account.data.get("drawing")).toBe(value);
  });

  it("is a question where more was written than arrived", async () => {
    const [phone, desktop] = people("phone", "desktop") as [Browser, Browser];
    const mirror = await phone.open();
    phone.write("note", "arrived");
    phone.losesAnswer = true;
    await mirror.flush();
    phone.online = false;
    phone.write("note", "never arrived");
    await mirror.flush({ leaving: true, release: true });
    phone.close();
    await desktop.open();
    desktop.write("note", "from the desktop");
    await desktop.mirror!.flush();
    phone.online = true;
    expect((await phone.open()).conflict).not.toBeNull();
  });

  it("is no question where it was followed only by this browser's own last save, which never arrived", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.write("note", "arrived");
    const arrived = phone.holdAnswer();
    void mirror.flush();
    await arrived;
    phone.write("note", "never arrived");
    phone.drops = true;
    void mirror.flush({ leaving: true, release: true });
    await expect.poll(() => readUnsent(`${phone.appId} phone`, "person")).toHaveLength(1);
    phone.close();
    phone.drops = false;
    expect((await phone.open()).conflict).toBeNull();
    expect(phone.account.data.get("note")).toBe("never arrived");
  });

  it("is no question where its answer was lost and more was written offline", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.write("note", "arrived");
    phone.losesAnswer = true;
    await mirror.flush();
    phone.online = false;
    phone.write("note", "offline");
    await mirror.flush();
    phone.close();
    phone.online = true;
    expect((await phone.open()).conflict).toBeNull();
    expect(phone.account.data.get("note")).toBe("offline");
  });

  it("ends the run where other data is in use by then, and waits for the switch back to its own", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.account.swap();
    phone.write("note", "of the other version");
    await mirror.flush();
    expect(phone.events).toContainEqual({ type: "replaced" });
    expect(mirror.conflict).toBeNull();
    phone.close();
    const other = await phone.open();
    expect([other.entries(), other.unsent(), other.conflict]).toEqual([[], [], null]);
    expect([...phone.account.data]).toEqual([]);
    phone.close();
    phone.account.swap();
    expect((await phone.open()).entries()).toEqual([
      { area: "local", key: "note", value: "of the other version" },
    ]);
  });

  it("changes nothing where it arrives after a later one", async () => {
    const [phone] = people("phone") as [Browser];
    const mirror = await phone.open();
    phone.write("note", "first");
    const sent = phone.holdRequest();
    const first = mirror.flush();
    const arrive = await sent;
    phone.write("note", "second");
    await mirror.flush({ leaving: true, release: true });
    arrive();
    await first;
    expect(phone.account.data.get("note")).toBe("second");
  });
});
