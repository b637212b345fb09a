/** One key combination. `code` is the physical key, independent of the layout; `key` is its character. */
export interface Binding {
  ctrl?: true;
  shift?: true;
  alt?: true;
  code?: string;
  key?: string;
  /** The keys as shown to the user. */
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
  | "compose"
  | "toasts"
  | "leaveApp";

interface Shortcut {
  id: ShortcutId;
  group: "dock" | "go" | "tools" | "apps";
  /** The specified combination, and a second one if browsers or systems reserve the first. */
  bindings: readonly Binding[];
  /** Ignored in text fields, where these keys select text or are text. */
  notWhileTyping?: true;
}

function arrow(id: ShortcutId, code: string, cap: string): Shortcut {
  return {
    id,
    group: "dock",
    notWhileTyping: true,
    bindings: [
      // macOS reserves Ctrl with the arrow keys.
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
    // Matched by character: layouts have the question mark on different keys.
    bindings: [{ ctrl: true, key: "?", caps: ["Ctrl", "?"] }],
  },
  {
    id: "palette",
    group: "tools",
    bindings: [{ ctrl: true, code: "KeyK", caps: ["Ctrl", "K"] }],
  },
  { id: "compose", group: "tools", notWhileTyping: true, bindings: [{ key: "n", caps: ["N"] }] },
  { id: "toasts", group: "tools", bindings: [{ code: "F8", caps: ["F8"] }] },
  { id: "leaveApp", group: "apps", bindings: [{ code: "Escape", caps: ["Esc"] }] },
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
  // ⌘ opens the palette, too.
  const ctrl = press.ctrlKey || (id === "palette" && press.metaKey);
  const meta = id === "palette" ? false : press.metaKey;
  if (meta || ctrl !== Boolean(binding.ctrl) || press.altKey !== Boolean(binding.alt)) return false;
  if (binding.key !== undefined) return press.key === binding.key;
  return press.code === binding.code && press.shiftKey === Boolean(binding.shift);
}

/** Of one character: people who dictate may trigger it by speaking. */
export const isSingleKey = ({ bindings }: Shortcut): boolean =>
  bindings.every(({ ctrl, alt, key }) => key !== undefined && !ctrl && !alt);

/** The shortcut of a key press, or null. */
export function shortcutOf(press: KeyPress, typing: boolean): ShortcutId | null {
  const found = SHORTCUTS.find((shortcut) =>
    shortcut.bindings.some((binding) => matches(binding, press, shortcut.id)),
  );
  if (!found || (typing && found.notWhileTyping)) return null;
  return found.id;
}
