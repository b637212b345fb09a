"use client";

import {
  cloneElement,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import { lazyPart } from "./lazy-part";
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

const part = lazyPart<MenuWindowProps>(() => import("./menu-window").then((module) => module.MenuWindow));
export const preloadMenu = part.preload;

/** A menu hung from any place; DropdownMenu is the usual way, context menus use this one. */
export function Menu(props: MenuWindowProps) {
  const Window = part.use(props.open);
  useOverlay(props.open);
  return Window ? <Window {...props} /> : null;
}

/** The arrow alone: with another key it is a shortcut of somebody else. */
export function opensMenu(event: KeyboardEvent): boolean {
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

export interface DropdownMenuProps {
  /** A button (Button, IconButton). */
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuItem[];
  title?: ReactNode;
  /** Names the menu where there is no title. */
  label?: string;
  side?: Side;
  align?: "start" | "center" | "end";
  onOpenChange?: (open: boolean) => void;
}

/** A button with a menu. The menu's code (Radix) comes when the pointer or the focus reaches the button. */
export function DropdownMenu({ trigger, items, title, label, side, align, onOpenChange }: DropdownMenuProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const setOpen = (next: HTMLElement | null) => {
    setAnchor(next);
    onOpenChange?.(next !== null);
  };
  const own = trigger.props;
  return (
    <>
      {cloneElement(trigger, {
        onPointerEnter: () => {
          own.onPointerEnter?.();
          part.preload();
        },
        onFocus: () => {
          own.onFocus?.();
          part.preload();
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
      <Menu
        id={id}
        open={anchor !== null}
        onOpenChange={(open) => !open && setOpen(null)}
        anchor={anchor}
        returnFocus={() => anchor}
        title={title}
        label={label}
        items={items}
        side={side}
        align={align}
      />
    </>
  );
}
