"use client";

import * as ContextPrimitive from "@radix-ui/react-context-menu";
import * as DropdownPrimitive from "@radix-ui/react-dropdown-menu";
import * as MenuPrimitive from "@radix-ui/react-menu";
import { Check } from "lucide-react";
import Link from "next/link";
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import { cn } from "./cn";
import { useOverlay } from "./overlay-count";

export type Side = "top" | "right" | "bottom" | "left";

export type MenuItem =
  | {
      kind?: "item";
      key: string;
      label: ReactNode;
      icon?: ReactNode;
      /** A shortcut or a state, at the end of the row. */
      hint?: ReactNode;
      danger?: boolean;
      disabled?: boolean;
      /** A setting that is on or off. */
      checked?: boolean;
      /** With `checked`: a radio item instead of a checkbox item. */
      choice?: boolean;
      /** Renders a link. */
      href?: string;
      onSelect?: () => void;
    }
  /** Side by side: their icons are seen, their labels are read. */
  | {
      kind: "row";
      key: string;
      items: { key: string; label: string; icon: string; checked: boolean; onSelect: () => void }[];
    }
  | { kind: "line"; key: string }
  | { kind: "title"; key: string; label: ReactNode };

interface MenuContentProps {
  items: readonly MenuItem[];
  /** For screen readers. */
  label?: string;
  title?: ReactNode;
  side?: Side;
  align?: "start" | "center" | "end";
}

interface MenuButtonProps {
  /** A Button or an IconButton. */
  trigger: ReactElement<ComponentProps<"button">>;
  /** It was pressed before its code was there. */
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** A DropdownMenuContent, or a component that renders one; mounted only while the menu is open. */
  children: ReactNode;
}

/** A button that opens a menu. */
export function MenuButton({ trigger, defaultOpen = false, onOpenChange, children }: MenuButtonProps) {
  const [open, setOpen] = useState(defaultOpen);
  const touched = useRef(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    // Not modal: Radix would hide the page from screen readers although its links stay reachable.
    <DropdownPrimitive.Root modal={false} open={open} onOpenChange={change}>
      <DropdownPrimitive.Trigger
        asChild
        // Radix opens on pointerdown, which may be the start of a scroll on a touchscreen: touch opens the menu on click.
        onPointerDown={(event) => {
          touched.current = event.pointerType === "touch";
          if (touched.current) event.preventDefault();
        }}
        onClick={() => touched.current && change(!open)}
      >
        <MenuTrigger button={trigger} />
      </DropdownPrimitive.Trigger>
      {open && children}
    </DropdownPrimitive.Root>
  );
}

type MenuTriggerProps = ComponentProps<"button"> & { button: MenuButtonProps["trigger"] };

/** Radix opens a menu on ArrowDown with any modifier; with modifiers it is a shell shortcut and must reach the window. */
function MenuTrigger({ button, onKeyDown, ...rest }: MenuTriggerProps) {
  return cloneElement(button, {
    ...rest,
    ...button.props,
    onKeyDown: (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) onKeyDown?.(event);
    },
  });
}

/** The content of a MenuButton. */
export function DropdownMenuContent({
  side = "bottom",
  align = "end",
  focusesFirst = false,
  ...menu
}: MenuContentProps & Pick<DropdownMenuProps, "focusesFirst">) {
  const { content, rows } = useMenu(menu, DropdownPrimitive);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focusesFirst) return;
    // After Radix has focused the menu itself.
    const frame = requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [focusesFirst]);
  return (
    <DropdownPrimitive.Portal>
      <DropdownPrimitive.Content
        {...content}
        ref={element}
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
      >
        {rows}
      </DropdownPrimitive.Content>
    </DropdownPrimitive.Portal>
  );
}

export type DropdownMenuProps = MenuContentProps &
  Omit<MenuButtonProps, "children"> & {
    /** A key opened it before its code was there; Radix sees keys only from then on. */
    focusesFirst?: boolean;
  };

/** A MenuButton with a fixed list of items. */
export function DropdownMenu({
  trigger,
  defaultOpen,
  focusesFirst = false,
  onOpenChange,
  ...menu
}: DropdownMenuProps) {
  const [isFirst, setFirst] = useState(true);
  const change = (open: boolean) => {
    setFirst(false);
    onOpenChange?.(open);
  };
  return (
    <MenuButton trigger={trigger} defaultOpen={defaultOpen} onOpenChange={change}>
      <DropdownMenuContent {...menu} focusesFirst={isFirst && focusesFirst} />
    </MenuButton>
  );
}

interface ContextMenuProps {
  /** The element that opens the menu on right click, the menu key or a long press. */
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A ContextMenuContent, or a component that renders one; mounted only while the menu is open. */
  children: ReactNode;
}

export function ContextMenu({ trigger, open, onOpenChange, children }: ContextMenuProps) {
  return (
    <ContextPrimitive.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <ContextPrimitive.Trigger asChild>{trigger}</ContextPrimitive.Trigger>
      {open && children}
    </ContextPrimitive.Root>
  );
}

/** The content of a ContextMenu. */
export function ContextMenuContent(menu: Omit<MenuContentProps, "side" | "align">) {
  const { content, rows } = useMenu(menu, ContextPrimitive);
  return (
    <ContextPrimitive.Portal>
      <ContextPrimitive.Content {...content} collisionPadding={8}>
        {rows}
      </ContextPrimitive.Content>
    </ContextPrimitive.Portal>
  );
}

interface SharedMenuProps {
  /** The button of the row that the menu is open for. */
  anchor: HTMLElement | null;
  onClose: () => void;
  /** A SharedMenuContent, or a component that renders one; mounted only while the menu is open. */
  children: ReactNode;
}

/** One menu for all rows of a list, which have plain buttons: a Radix menu in each would be most of the list's work. */
export function SharedMenu({ anchor, onClose, children }: SharedMenuProps) {
  return (
    <MenuPrimitive.Root modal={false} open={anchor !== null} onOpenChange={(open) => !open && onClose()}>
      {anchor && (
        <>
          <MenuPrimitive.Anchor virtualRef={{ current: anchor }} />
          {children}
        </>
      )}
    </MenuPrimitive.Root>
  );
}

/** The content of a SharedMenu. */
export function SharedMenuContent({
  anchor,
  id,
  ...menu
}: MenuContentProps & { anchor: HTMLElement; id: string }) {
  const { content, rows } = useMenu(menu, MenuPrimitive);
  const leaves = useRef(false);
  return (
    <MenuPrimitive.Portal>
      <MenuPrimitive.Content
        {...content}
        id={id}
        side="bottom"
        align={menu.align ?? "end"}
        sideOffset={6}
        collisionPadding={8}
        onInteractOutside={(event) => {
          // The button closes the menu by its click.
          if (anchor.contains(event.target as Node)) event.preventDefault();
          else leaves.current = true;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // Another row's menu may have opened in its place.
          if (!leaves.current && document.activeElement === document.body) anchor.focus();
          content.onCloseAutoFocus();
        }}
      >
        {rows}
      </MenuPrimitive.Content>
    </MenuPrimitive.Portal>
  );
}

type MenuParts = Pick<
  typeof DropdownPrimitive | typeof ContextPrimitive | typeof MenuPrimitive,
  "CheckboxItem" | "Group" | "Item" | "Label" | "Separator"
>;

function useMenu({ items, label, title }: Omit<MenuContentProps, "side" | "align">, parts: MenuParts) {
  const chosen = useRef<(() => void) | undefined>(undefined);
  useOverlay(true);
  const content = {
    "aria-label": label ?? (typeof title === "string" ? title : undefined),
    "aria-labelledby": undefined,
    className: "floating menu z-overlay",
    onCloseAutoFocus: () => {
      // After Radix has restored the focus, so that a dialog opened by the action knows where to return it.
      if (chosen.current) queueMicrotask(chosen.current);
    },
  };
  const rows = (
    <>
      {title && <parts.Label className="menu-title">{title}</parts.Label>}
      {items.map((item) => (
        <Row
          key={item.key}
          item={item}
          parts={parts}
          onChoose={(action) => {
            chosen.current = action;
          }}
        />
      ))}
    </>
  );
  return { content, rows };
}

/** Radix moves by up and down only. */
function moveAlongRow({ key, target, currentTarget }: ReactKeyboardEvent) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const items = [...currentTarget.children];
  const index = items.indexOf(target as Element);
  if (step && index >= 0) (items[(index + step + items.length) % items.length] as HTMLElement).focus();
}

interface RowProps {
  item: MenuItem;
  parts: MenuParts;
  onChoose: (action: (() => void) | undefined) => void;
}

function Row({ item, parts, onChoose }: RowProps) {
  if (item.kind === "line") return <parts.Separator className="menu-line" />;
  if (item.kind === "title") return <parts.Label className="menu-title">{item.label}</parts.Label>;
  if (item.kind === "row") {
    return (
      <parts.Group className="menu-row" onKeyDown={moveAlongRow}>
        {item.items.map(({ key, icon, label, checked, onSelect }) => (
          <parts.CheckboxItem
            key={key}
            className="menu-item"
            aria-label={label}
            title={label}
            checked={checked}
            onSelect={() => onChoose(onSelect)}
          >
            {icon}
          </parts.CheckboxItem>
        ))}
      </parts.Group>
    );
  }
  const text = (
    <>
      {item.icon}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.hint && <span className="text-xs text-subtle">{item.hint}</span>}
    </>
  );
  const shared = {
    disabled: item.disabled,
    className: cn("menu-item", item.danger && "menu-item-danger"),
    onSelect: () => onChoose(item.onSelect),
  };
  if (item.checked !== undefined) {
    return (
      <parts.CheckboxItem
        {...shared}
        checked={item.checked}
        role={item.choice ? "menuitemradio" : "menuitemcheckbox"}
      >
        {text}
        {item.checked ? <Check aria-hidden className="text-accent" /> : <span className="size-4" />}
      </parts.CheckboxItem>
    );
  }
  if (item.href) {
    return (
      <parts.Item {...shared} asChild>
        <Link href={item.href}>{text}</Link>
      </parts.Item>
    );
  }
  return <parts.Item {...shared}>{text}</parts.Item>;
}
