/** Keys of one way to call a shortcut. `code` is the key's place, so that layouts do not matter; `key` its character. */
export interface Binding {
  ctrl?: true;
  shift?: true;
  alt?: true;
  code?: string;
  key?: string;
  /** The caps as shown in the help. */
  caps: readonly string[];
}

export type ShortcutId =
  | "dockTop"
  | "dockBottom"
  | "dockLeft"
  | "dockRight"
  | "autoHide"
  | "focusDock"
  | "timeline"
  | "store"
  | "settings"
  | "creator"
  | "appsList"
  | "terminal"
  | "help"
  | "palette"
  | "toasts";

export interface Shortcut {
  id: ShortcutId;
  group: "dock" | "go" | "tools";
  /** The specification's first; a second where browsers or systems use the first themselves. */
  bindings: readonly Binding[];
  /** While somebody types, these keys belong to the text. */
  notWhileTyping?: true;
}

function arrow(id: ShortcutId, code: string, cap: string): Shortcut {
  return {
    id,
    group: "dock",
    notWhileTyping: true,
    bindings: [
      // macOS keeps Ctrl with the arrows for itself.
      { ctrl: true, shift: true, code, caps: ["Ctrl", "Shift", cap] },
      { alt: true, shift: true, code, caps: ["Alt", "Shift", cap] },
    ],
  };
}

function digit(id: ShortcutId, number: number): Shortcut {
  const code = `Digit${number}`;
  return {
    id,
    group: "go",
    bindings: [
      { ctrl: true, code, caps: ["Ctrl", String(number)] },
      { alt: true, shift: true, code, caps: ["Alt", "Shift", String(number)] },
    ],
  };
}

export const SHORTCUTS: readonly Shortcut[] = [
  arrow("dockTop", "ArrowUp", "↑"),
  arrow("dockBottom", "ArrowDown", "↓"),
  arrow("dockLeft", "ArrowLeft", "←"),
  arrow("dockRight", "ArrowRight", "→"),
  {
    id: "autoHide",
    group: "dock",
    bindings: [
      { ctrl: true, shift: true, code: "KeyH", caps: ["Ctrl", "Shift", "H"] },
      { alt: true, shift: true, code: "KeyH", caps: ["Alt", "Shift", "H"] },
    ],
  },
  {
    id: "focusDock",
    group: "dock",
    bindings: [{ alt: true, shift: true, code: "KeyD", caps: ["Alt", "Shift", "D"] }],
  },
  digit("timeline", 1),
  digit("store", 2),
  digit("settings", 3),
  digit("creator", 4),
  digit("appsList", 0),
  {
    id: "terminal",
    group: "tools",
    bindings: [
      { ctrl: true, shift: true, code: "Backquote", caps: ["Ctrl", "Shift", "`"] },
      { alt: true, shift: true, code: "Backquote", caps: ["Alt", "Shift", "`"] },
    ],
  },
  {
    id: "help",
    group: "tools",
    // The question mark lies behind Shift on most layouts; it is the character that counts.
    bindings: [{ ctrl: true, key: "?", caps: ["Ctrl", "?"] }],
  },
  {
    id: "palette",
    group: "tools",
    bindings: [{ ctrl: true, code: "KeyK", caps: ["Ctrl", "K"] }],
  },
  { id: "toasts", group: "tools", bindings: [{ code: "F8", caps: ["F8"] }] },
];

export interface KeyPress {
  code: string;
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

function matches(binding: Binding, press: KeyPress, id: ShortcutId): boolean {
  // ⌘ opens the palette on Apple's systems, as it does in every product there.
  const ctrl = press.ctrlKey || (id === "palette" && press.metaKey);
  const meta = id === "palette" ? false : press.metaKey;
  if (meta || ctrl !== Boolean(binding.ctrl) || press.altKey !== Boolean(binding.alt)) return false;
  if (binding.key !== undefined) return press.key === binding.key;
  return press.code === binding.code && press.shiftKey === Boolean(binding.shift);
}

/** Which shortcut a press of keys means, if any. */
export function shortcutOf(press: KeyPress, typing: boolean): ShortcutId | null {
  const found = SHORTCUTS.find((shortcut) =>
    shortcut.bindings.some((binding) => matches(binding, press, shortcut.id)),
  );
  if (!found || (typing && found.notWhileTyping)) return null;
  return found.id;
}
