"use client";

import dynamic from "next/dynamic";
import {
  cloneElement,
  useCallback,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import { CodeBoundary } from "./code-boundary";
import { useOverlay } from "./overlay-count";
import type { Side } from "./place";

export type MenuItem =
  | {
      kind?: "item";
      key: string;
      label: ReactNode;
      icon?: ReactNode;
      /** At the end: a shortcut, a state. */
      hint?: ReactNode;
      danger?: boolean;
      disabled?: boolean;
      /** Shows a check: a setting that is on or off. */
      checked?: boolean;
      /** With `checked`: one of several, of which one is chosen. */
      choice?: boolean;
      /** A link; opens like one, also in a new tab. */
      href?: string;
      onSelect?: () => void;
    }
  | { kind: "line"; key: string }
  | { kind: "title"; key: string; label: ReactNode };

export interface MenuWindowProps {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where it hangs: an element, or a place of the window. */
  anchor: Element | DOMRect | null;
  returnFocus: () => HTMLElement | null;
  label?: string;
  title?: ReactNode;
  items: readonly MenuItem[];
  side?: Side;
  align?: "start" | "center" | "end";
}

const MenuWindow = dynamic<MenuWindowProps>(
  () => import("./menu-window").then((module) => module.MenuWindow),
  { ssr: false },
);

function Menu(props: MenuWindowProps) {
  useOverlay(props.open);
  return <MenuWindow {...props} />;
}

/** The arrow alone: with another key it is a shortcut of somebody else. */
function opensMenu(event: KeyboardEvent): boolean {
  return event.key === "ArrowDown" && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

interface TriggerProps {
  id?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  "aria-controls"?: string;
}

/** What a menu gets from the button that opens it. */
export interface MenuHandle {
  id: string;
  /** The button while the menu is open. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

export interface MenuButtonProps {
  /** A button (Button, IconButton). */
  trigger: ReactElement<TriggerProps>;
  onOpenChange?: (open: boolean) => void;
  children: (menu: MenuHandle) => ReactNode;
}

/** A button that opens a menu. The menu's code (Radix) is loaded when the pointer or the focus reaches the button. */
export function MenuButton({ trigger, onOpenChange, children }: MenuButtonProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // Mounted when the pointer or the focus first reaches the button: its code is there when it is opened.
  const [near, setNear] = useState(false);
  const setOpen = (next: HTMLElement | null) => {
    setAnchor(next);
    setNear(true);
    onOpenChange?.(next !== null);
  };
  const own = trigger.props;
  return (
    <>
      {cloneElement(trigger, {
        onPointerEnter: () => {
          own.onPointerEnter?.();
          setNear(true);
        },
        onFocus: () => {
          own.onFocus?.();
          setNear(true);
        },
        onClick: (event) => {
          own.onClick?.(event);
          setOpen(anchor ? null : event.currentTarget);
        },
        onKeyDown: (event) => {
          own.onKeyDown?.(event);
          if (!opensMenu(event)) return;
          event.preventDefault();
          setOpen(event.currentTarget);
        },
        "aria-haspopup": "menu",
        "aria-expanded": anchor !== null,
        "aria-controls": anchor ? id : undefined,
      })}
      {near && <CodeBoundary>{children({ id, anchor, onClose: () => setOpen(null) })}</CodeBoundary>}
    </>
  );
}

export type HungMenuProps = MenuHandle &
  Pick<MenuWindowProps, "items" | "title" | "label" | "side" | "align">;

/** The menu of a MenuButton. */
export function HungMenu({ anchor, onClose, ...menu }: HungMenuProps) {
  const opener = useCallback(() => anchor, [anchor]);
  return (
    <Menu
      {...menu}
      open={anchor !== null}
      onOpenChange={(open) => !open && onClose()}
      anchor={anchor}
      returnFocus={opener}
    />
  );
}

export type DropdownMenuProps = Omit<HungMenuProps, keyof MenuHandle> &
  Pick<MenuButtonProps, "trigger" | "onOpenChange">;

/** A button with a menu whose items are at hand. */
export function DropdownMenu({ trigger, onOpenChange, ...menu }: DropdownMenuProps) {
  return (
    <MenuButton trigger={trigger} onOpenChange={onOpenChange}>
      {(hung) => <HungMenu {...menu} {...hung} />}
    </MenuButton>
  );
}
