import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  activeSystemApp,
  activeUserApp,
  applicationOf,
  addApp,
  cleanDock,
  defaultDock,
  isDockHidden,
  isExpired,
  isNearEdge,
  mergeInstalled,
  moveApp,
  orderedApps,
  parseDock,
  removeApp,
  removeExpired,
  reorderApps,
  shownPosition,
  undockedApps,
  type DockedApp,
  type DockSettings,
} from "./rules";
import { nextDragPhase, type DragEvent, type DragPhase } from "./drag";
import { minutesLeft, sinceActive } from "./times";

function app(id: string, addedAt = 0, more: Partial<DockedApp> = {}): DockedApp {
  return { id, name: id.toUpperCase(), icon: null, type: "user", addedAt, ...more };
}

function dock(dockedApps: DockedApp[], appOrder: string[] = []): DockSettings {
  return { ...defaultDock(), dockedApps, appOrder };
}

const shownIds = (settings: DockSettings) => orderedApps(settings).map((docked) => docked.id);

describe("an app that runs outside of the dock", () => {
  it("is a user app, and not one that the dock has", () => {
    const instances = (["timeline", "a", "b"] as const).map((appId) => ({
      appId,
      type: appId === "timeline" ? ("system" as const) : ("user" as const),
    }));
    expect(undockedApps(instances, [app("a")])).toEqual(["b"]);
    expect(undockedApps([], [app("a")])).toEqual([]);
  });
});

describe("order", () => {
  it("is the saved one, then by addedAt, then by id", () => {
    const settings = dock([app("d", 5), app("c", 5), app("b", 1), app("a", 9)], ["a"]);
    expect(shownIds(settings)).toEqual(["a", "b", "c", "d"]);
  });

  it("is saved among user apps only, each once, unknown ids left out", () => {
    const settings = dock([app("a", 1), app("b", 2), app("s", 3, { type: "system" })]);
    expect(reorderApps(settings, ["b", "s", "b", "gone"]).appOrder).toEqual(["b", "a"]);
  });

  it("moves an app by steps and stops at the ends", () => {
    const settings = dock([app("a", 1), app("b", 2), app("c", 3)]);
    expect(shownIds(moveApp(settings, "a", 1))).toEqual(["b", "a", "c"]);
    expect(shownIds(moveApp(settings, "a", 99))).toEqual(["b", "c", "a"]);
    expect(shownIds(moveApp(settings, "c", -99))).toEqual(["c", "a", "b"]);
    expect(moveApp(settings, "unknown", 1)).toBe(settings);
  });

  it("shows each docked user app exactly once, whatever order was stored", () => {
    const anyApp = fc.record({ id: fc.string({ minLength: 1, maxLength: 3 }), addedAt: fc.nat() });
    fc.assert(
      fc.property(fc.array(anyApp), fc.array(fc.string({ maxLength: 3 })), (apps, order) => {
        const settings = cleanDock(
          dock(
            apps.map((entry) => app(entry.id, entry.addedAt)),
            order,
          ),
          0,
        );
        const ids = shownIds(settings);
        expect(new Set(ids)).toEqual(new Set(apps.map((entry) => entry.id)));
        expect(ids.length).toBe(new Set(ids).size);
        expect(settings.appOrder.every((id) => ids.includes(id))).toBe(true);
        expect(shownIds(reorderApps(settings, [...ids].reverse()))).toEqual([...ids].reverse());
      }),
    );
  });
});

describe("adding and removing", () => {
  it("replaces an existing app and updates addedAt", () => {
    const settings = addApp(
      dock([app("a", 1)], ["a"]),
      { id: "a", name: "New", icon: "/i", type: "user" },
      50,
    );
    expect(settings.dockedApps).toEqual([{ id: "a", name: "New", icon: "/i", type: "user", addedAt: 50 }]);
    expect(settings.appOrder).toEqual(["a"]);
  });

  it("removes from the order too", () => {
    const settings = removeApp(dock([app("a"), app("b")], ["b", "a"]), "b");
    expect(shownIds(settings)).toEqual(["a"]);
    expect(settings.appOrder).toEqual(["a"]);
  });
});

describe("loading", () => {
  it("keeps the newest of duplicates and drops stale ids, system entries and expired trials", () => {
    const settings = cleanDock(
      dock(
        [
          app("a", 1, { name: "old" }),
          app("a", 2, { name: "new" }),
          app("t", 3, { mode: "tmp", expiresAt: 99 }),
          app("settings", 4, { type: "system" }),
        ],
        ["a", "a", "t", "gone"],
      ),
      100,
    );
    expect(settings.dockedApps).toEqual([app("a", 2, { name: "new" })]);
    expect(settings.appOrder).toEqual(["a"]);
  });

  it("rejects other shapes and drops invalid apps", () => {
    expect(parseDock(null)).toBeNull();
    expect(parseDock([])).toBeNull();
    const chosen = { ...dock([app("a")], ["a"]), position: "left", size: "large", autoHide: false } as const;
    for (const [field, odd] of [
      ["position", "middle"],
      ["size", "giant"],
      ["autoHide", "yes"],
      ["dockedApps", "none"],
      ["appOrder", null],
    ] as const)
      expect(parseDock({ ...chosen, [field]: odd })).toEqual({ ...chosen, [field]: defaultDock()[field] });
    const parsed = parseDock({
      ...defaultDock(),
      dockedApps: [app("a"), { id: 1 }, null],
      appOrder: ["a", 7],
    });
    expect(parsed?.dockedApps).toEqual([app("a")]);
    expect(parsed?.appOrder).toEqual(["a"]);
  });

  it("reads back what was written", () => {
    const settings = dock([app("a", 1, { mode: "tmp", expiresAt: 5 })], ["a"]);
    expect(parseDock(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  it("never throws on any input", () => {
    fc.assert(fc.property(fc.anything(), (value) => void parseDock(value)));
  });
});

describe("trials", () => {
  it("expire without an expiry date or after it", () => {
    expect(isExpired(app("a", 0, { mode: "tmp" }), 0)).toBe(true);
    expect(isExpired(app("a", 0, { mode: "tmp", expiresAt: 10 }), 10)).toBe(true);
    expect(isExpired(app("a", 0, { mode: "tmp", expiresAt: 11 }), 10)).toBe(false);
    expect(isExpired(app("a", 0), 10)).toBe(false);
  });

  it("leave the dock and its order when they expire; otherwise nothing changes", () => {
    const settings = dock([app("a"), app("t", 0, { mode: "tmp", expiresAt: 10 })], ["t", "a"]);
    expect(removeExpired(settings, 9)).toBe(settings);
    expect(removeExpired(settings, 10)).toEqual(dock([app("a")], ["a"]));
  });

  it("round minutes up", () => {
    expect(minutesLeft(60_001, 0)).toBe(2);
    expect(minutesLeft(60_000, 0)).toBe(1);
    expect(minutesLeft(0, 1)).toBe(0);
    expect(minutesLeft(30 * 60_000 + 4_000, 0)).toBe(30);
  });
});

describe("installed apps", () => {
  const installed = [{ id: "a", name: "Ay", icon: "/a", addedAt: 1 }];

  it("are added, updated and removed; trials, later additions and the order stay", () => {
    const before = dock(
      [app("a", 7), app("gone", 8), app("t", 9, { mode: "tmp", expiresAt: 999 }), app("later", 101)],
      ["later", "gone", "a"],
    );
    const after = mergeInstalled(
      before,
      [...installed, { id: "n", name: "En", icon: null, addedAt: 50 }],
      100,
    );
    expect(shownIds(after)).toEqual(["later", "a", "t", "n"]);
    expect(after.dockedApps.find((docked) => docked.id === "a")).toEqual(
      app("a", 7, { name: "Ay", icon: "/a" }),
    );
    expect(after.appOrder).toEqual(["later", "a"]);
  });

  it("make a trial permanent", () => {
    const after = mergeInstalled(dock([app("a", 1, { mode: "tmp", expiresAt: 5 })]), installed, 100);
    expect(after.dockedApps).toEqual([app("a", 1, { name: "Ay", icon: "/a" })]);
  });
});

describe("position and highlight", () => {
  it("is forced to the bottom in narrow windows", () => {
    expect(shownPosition("left", true)).toBe("bottom");
    expect(shownPosition("left", false)).toBe("left");
  });

  it("is hidden before a user is signed in and onboarded", () => {
    for (const path of ["/login", "/signup", "/auth/callback", "/onboarding"])
      expect(isDockHidden(path)).toBe(true);
    for (const path of ["/timeline", "/apps", "/playground"]) expect(isDockHidden(path)).toBe(false);
  });

  it("highlights by path", () => {
    expect(["/", "/timeline", "/apps", "/settings", "/search"].map(activeSystemApp)).toEqual([
      "timeline",
      "timeline",
      "apps",
      "settings",
      null,
    ]);
    expect(activeUserApp("/apps/abc/run")).toBe("abc");
    expect(activeUserApp("/apps/abc/run/about")).toBe("abc");
    expect(activeUserApp("/apps/abc")).toBeNull();
  });

  it("tells applications apart", () => {
    expect(["/", "/timeline", "/apps", "/settings/dock"].map(applicationOf)).toEqual([
      "timeline",
      "timeline",
      "apps",
      "settings",
    ]);
    expect(applicationOf("/apps/a")).toBe(applicationOf("/apps/a/run"));
    expect(applicationOf("/apps/a")).not.toBe(applicationOf("/apps/b"));
  });

  it("is revealed within 100 px of its own edge", () => {
    const at = (position: DockSettings["position"], x: number, y: number) =>
      isNearEdge({ position, x, y, width: 1000, height: 800, within: 100 });
    expect([at("right", 900, 0), at("right", 899, 0)]).toEqual([true, false]);
    expect([at("left", 100, 0), at("left", 101, 0)]).toEqual([true, false]);
    expect([at("top", 0, 100), at("top", 0, 101)]).toEqual([true, false]);
    expect([at("bottom", 0, 700), at("bottom", 0, 699)]).toEqual([true, false]);
  });
});

describe("drag phases", () => {
  it("go pickup, dragging, stable, dropping, none", () => {
    const steps: [DragEvent, DragPhase][] = [
      ["press", "pickup"],
      ["lift", "dragging"],
      ["move", "dragging"],
      ["rest", "stable"],
      ["move", "dragging"],
      ["drop", "dropping"],
      ["settle", "none"],
    ];
    let phase: DragPhase = "none";
    for (const [event, expected] of steps) {
      phase = nextDragPhase(phase, event);
      expect(phase).toBe(expected);
    }
  });

  it("end at none after a click and after a cancelled drag", () => {
    expect(nextDragPhase("pickup", "drop")).toBe("none");
    expect(nextDragPhase("dragging", "cancel")).toBe("none");
    expect(nextDragPhase("none", "rest")).toBe("none");
  });
});

describe("last active", () => {
  it("is given in the largest whole unit", () => {
    const minute = 60_000;
    expect(sinceActive(0, 59_999)).toEqual({ unit: "now" });
    expect(sinceActive(0, minute)).toEqual({ unit: "minute", count: 1 });
    expect(sinceActive(0, 60 * minute)).toEqual({ unit: "hour", count: 1 });
    expect(sinceActive(0, 49 * 60 * minute)).toEqual({ unit: "day", count: 2 });
    expect(sinceActive(10, 0)).toEqual({ unit: "now" });
  });
});
