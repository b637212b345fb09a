import { describe, expect, it } from "vitest";
import { APP_SHORTCUTS } from "./app-shortcuts";
import { SHORTCUTS, shortcutOf, type KeyPress } from "./shortcuts";

function press(keys: Partial<KeyPress>): KeyPress {
  return { code: "", key: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...keys };
}

describe("shortcuts", () => {
  it("are the specification's", () => {
    const ctrl = (code: string, shiftKey = false) =>
      shortcutOf(press({ code, ctrlKey: true, shiftKey }), false);
    expect(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((code) => ctrl(code, true))).toEqual([
      "dockTop",
      "dockBottom",
      "dockLeft",
      "dockRight",
    ]);
    expect(ctrl("KeyH", true)).toBe("autoHide");
    expect(["Digit1", "Digit2", "Digit3", "Digit4", "Digit0"].map((code) => ctrl(code))).toEqual([
      "timeline",
      "store",
      "settings",
      "creator",
      "appsList",
    ]);
    expect(ctrl("Backquote", true)).toBe("terminal");
    expect(shortcutOf(press({ key: "?", code: "Slash", ctrlKey: true, shiftKey: true }), false)).toBe("help");
  });

  it("have second ways where systems use the first", () => {
    expect(shortcutOf(press({ code: "Digit1", altKey: true, shiftKey: true }), false)).toBe("timeline");
    expect(shortcutOf(press({ code: "ArrowUp", altKey: true, shiftKey: true }), false)).toBe("dockTop");
  });

  it("leave selecting words to the text", () => {
    const select = press({ code: "ArrowLeft", ctrlKey: true, shiftKey: true });
    expect(shortcutOf(select, true)).toBeNull();
    expect(shortcutOf(press({ code: "Digit1", ctrlKey: true }), true)).toBe("timeline");
  });

  it("open the palette with Ctrl and with ⌘, and nothing else with ⌘", () => {
    expect(shortcutOf(press({ code: "KeyK", ctrlKey: true }), true)).toBe("palette");
    expect(shortcutOf(press({ code: "KeyK", metaKey: true }), true)).toBe("palette");
    expect(shortcutOf(press({ code: "Digit1", metaKey: true }), false)).toBeNull();
  });

  it("need exactly their keys", () => {
    expect(shortcutOf(press({ code: "KeyH", ctrlKey: true }), false)).toBeNull();
    expect(shortcutOf(press({ code: "Digit1" }), false)).toBeNull();
    expect(shortcutOf(press({ code: "Digit1", ctrlKey: true, altKey: true }), false)).toBeNull();
  });

  it("leave letters to texts and to shortcuts of the system", () => {
    expect(shortcutOf(press({ code: "KeyN", key: "n" }), false)).toBe("compose");
    expect(shortcutOf(press({ code: "KeyN", key: "n" }), true)).toBeNull();
    expect(shortcutOf(press({ code: "KeyN", key: "n", ctrlKey: true }), false)).toBeNull();
    expect(shortcutOf(press({ code: "KeyN", key: "n", metaKey: true }), false)).toBeNull();
  });

  it("are unambiguous", () => {
    const caps = SHORTCUTS.flatMap((shortcut) => shortcut.bindings.map((binding) => binding.caps.join("+")));
    expect(new Set(caps).size).toBe(caps.length);
  });

  it("work in apps where they lead somewhere, not where they arrange the dock", () => {
    const ids = APP_SHORTCUTS.map((combination) => shortcutOf(press({ key: "", ...combination }), false));
    expect(new Set(ids)).toEqual(
      new Set([
        ...["focusDock", "timeline", "store", "settings", "creator", "appsList"],
        ...["terminal", "help", "palette", "toasts"],
      ]),
    );
    expect(APP_SHORTCUTS).toContainEqual(expect.objectContaining({ code: "KeyK", metaKey: true }));
  });
});
