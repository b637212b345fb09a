import { SHORTCUTS, type ShortcutId } from "./shortcuts";

/**
 * Not forwarded from apps: those of the dock would let an app, which can forge them, change a setting; a letter belongs
 * to the app; the last one is held, not pressed.
 */
const NOT_IN_APPS: readonly ShortcutId[] = [
  "dockTop",
  "dockBottom",
  "dockLeft",
  "dockRight",
  "autoHide",
  "compose",
  "leaveApp",
];

/** The shortcuts that also work in an app, as its frame recognises them. */
export const APP_SHORTCUTS = SHORTCUTS.filter(({ id }) => !NOT_IN_APPS.includes(id)).flatMap(
  ({ id, bindings }) =>
    bindings.flatMap(({ ctrl, shift, alt, code, key }) => {
      const combination = {
        ...(code !== undefined && { code }),
        ...(key !== undefined && { key }),
        ctrlKey: ctrl === true,
        shiftKey: shift === true,
        altKey: alt === true,
      };
      return id === "palette"
        ? [combination, { ...combination, ctrlKey: false, metaKey: true }]
        : [combination];
    }),
);
