import { describe, expect, it } from "vitest";
import {
  AccountChanged,
  StorageConflict,
  Unreachable,
  type AppStorage,
  type StoredData,
} from "@/lib/sandbox/host/storage/app-storage";
import { withOfflineCopy } from "@/lib/sandbox/host/storage/offline-storage";
import type { StorageChange } from "@/lib/storage/contract";

const note = (value: string): StorageChange & { key: string; value: string } => ({
  area: "local",
  key: "note",
  value,
});

/** An account with a connection that can be cut, and what a browser keeps of it. */
function account() {
  const state = {
    isOnline: true,
    personId: "ada",
    revision: 3,
    saves: [] as string[],
    note: "first",
    loads: 0,
  };
  const kept: { data: StoredData | null } = { data: null };
  const storage: AppStorage = {
    batchDelayMs: 0,
    load: async () => {
      if (!state.isOnline) throw new Unreachable("offline");
      state.loads += 1;
      const { personId, revision, saves } = state;
      return { entries: [note(state.note)], personId, revision, saves };
    },
    apply: async (changes) => {
      if (!state.isOnline) throw new Unreachable("offline");
      state.note = changes.at(-1)?.value ?? state.note;
      return (state.revision += 1);
    },
    check: async () => null,
  };
  const copy = {
    read: async () => kept.data,
    later: (make: () => StoredData | null) => void (kept.data = make() ?? kept.data),
  };
  const open = (known?: string | null) => withOfflineCopy(storage, copy, known);
  return { state, kept, open };
}

describe("an account's data without a connection", () => {
  it("starts from the copy; without one it does not start", async () => {
    const { state, open } = account();
    state.isOnline = false;
    await expect(open().load()).rejects.toThrow(Unreachable);
    state.isOnline = true;
    await open().load();
    state.isOnline = false;
    expect(await open().load()).toMatchObject({ revision: 3, personId: "ada", entries: [note("first")] });
  });

  it("a refusal is none of a missing connection", async () => {
    const { open, kept } = account();
    await open().load();
    const refusing = withOfflineCopy(
      {
        batchDelayMs: 0,
        load: async () => {
          throw new AccountChanged("Somebody else is signed in.");
        },
        apply: async () => 0,
      },
      { read: async () => kept.data, later: () => {} },
    );
    await expect(refusing.load()).rejects.toThrow(AccountChanged);
  });

  it("the first save takes the app over, and is refused where somebody has saved since", async () => {
    const { state, open } = account();
    await open().load();
    state.isOnline = false;
    const [one, two, other] = [open(), open(), open()];
    for (const storage of [one, two, other]) await storage.load();
    await expect(one.apply([note("mine")], { base: 3 })).rejects.toThrow(Unreachable);
    expect(await one.apply([], { base: 3, release: true })).toBe(3);
    state.isOnline = true;
    expect(await one.apply([note("mine")], { base: 3 })).toBe(4);
    expect(state.loads).toBe(2);
    await expect(two.apply([note("late")], { base: 3 })).rejects.toThrow(StorageConflict);
    expect(state.note).toBe("mine");
    state.personId = "ben";
    await expect(other.apply([note("whose")], { base: 4 })).rejects.toThrow(AccountChanged);
  });

  it("a save that has arrived is not saved again", async () => {
    const { state, open } = account();
    await open().load();
    state.isOnline = false;
    const storage = open();
    await storage.load();
    Object.assign(state, { isOnline: true, revision: 4, saves: ["mine"], note: "arrived" });
    expect(await storage.apply([note("again")], { base: 3, saveId: "mine" })).toBe(4);
    expect(state.note).toBe("arrived");
  });

  it("a save that has arrived does not pass for one that knows what others have saved since", async () => {
    const { state, open } = account();
    await open().load();
    state.isOnline = false;
    const storage = open();
    await storage.load();
    Object.assign(state, { isOnline: true, revision: 5, saves: ["mine", "theirs"], note: "theirs" });
    await expect(storage.apply([note("again")], { base: 3, saveId: "mine" })).rejects.toMatchObject({
      name: "StorageConflict",
      hasArrived: true,
    });
    expect(state.note).toBe("theirs");
  });

  it("the copy of another version's data does not start", async () => {
    const { state, open, kept } = account();
    await open().load();
    state.isOnline = false;
    await expect(open("other").load()).rejects.toThrow(Unreachable);
    kept.data = { ...kept.data!, dataId: "other" };
    expect((await open("other").load()).dataId).toBe("other");
    await expect(open(null).load()).rejects.toThrow(Unreachable);
  });

  it("with a connection again, newer data is told of", async () => {
    const { state, open } = account();
    await open().load();
    state.isOnline = false;
    const storage = open();
    await storage.load();
    await expect(storage.check!(3)).rejects.toThrow(Unreachable);
    state.isOnline = true;
    state.revision = 5;
    expect(await storage.check!(3)).toEqual({ type: "newer", revision: 5 });
    expect(await storage.check!(3)).toBeNull();
  });

  it("keeps only what is stored", async () => {
    const { open, kept } = account();
    const storage = open();
    await storage.load();
    const used = {
      revision: 4,
      isStale: false,
      conflict: null,
      entries: () => [note("new")],
      unsent: () => [note("new")],
    };
    storage.keep!(used);
    expect(kept.data?.revision).toBe(3);
    storage.keep!({ ...used, unsent: () => [] });
    expect(kept.data).toEqual({ revision: 4, personId: "ada", dataId: null, entries: [note("new")] });
  });
});
