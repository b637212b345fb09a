"use client";

import * as Radix from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import Link from "next/link";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import { cn } from "./cn";
import type { MenuItem, MenuWindowProps } from "./dropdown-menu";

/** The menu itself: hangs from an invisible stand-in laid over the anchor, so that the real button is never remounted. */
export function MenuWindow({
  id,
  open,
  onOpenChange,
  anchor,
  returnFocus,
  label,
  title,
  items,
  side,
  align,
}: MenuWindowProps) {
  const chosen = useRef<(() => void) | undefined>(undefined);
  // As it was when the menu opened: closed, nobody knows any more where it hung.
  const home = useRef<() => HTMLElement | null>(() => null);
  const leftByPointer = useRef(false);

  useLayoutEffect(() => {
    if (anchor) home.current = returnFocus;
  }, [anchor, returnFocus]);

  // It hangs from a place of the window, not from the button: when the page moves on, it closes.
  useEffect(() => {
    if (!open) return;
    const onScroll = (event: Event) => {
      const inside = event.target instanceof Element && event.target.closest('[role="menu"]');
      if (!inside) onOpenChange(false);
    };
    addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => removeEventListener("scroll", onScroll, { capture: true });
  }, [open, onOpenChange]);

  // Kept while it closes, so that it goes where it came from.
  const place = useMemo(
    () => (anchor instanceof Element ? anchor.getBoundingClientRect() : anchor),
    [anchor],
  );
  const last = useRef(place);
  if (place) last.current = place;
  const { left = 0, top = 0, width = 0, height = 0 } = last.current ?? {};

  return (
    // Not modal: Radix would hide the page from screen readers while its links can still be reached.
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      {/* In the body: an ancestor with a filter or a transform would be what "fixed" refers to. */}
      {createPortal(
        <Radix.Trigger asChild tabIndex={-1}>
          <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
        </Radix.Trigger>,
        document.body,
      )}
      <Radix.Portal>
        <Radix.Content
          id={id}
          side={side ?? "bottom"}
          align={align ?? "end"}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label ?? (typeof title === "string" ? title : undefined)}
          aria-labelledby={undefined}
          className="floating menu z-overlay"
          onPointerDownOutside={(event) => {
            const button = home.current();
            // A press on the open menu's own button closes it by its click; closing here too would open it again.
            if (button?.ariaExpanded === "true" && button.contains(event.target as Node))
              event.preventDefault();
            else leftByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Whoever pressed elsewhere has taken the focus there.
            if (!leftByPointer.current) home.current()?.focus();
            leftByPointer.current = false;
            // After the focus is back: what the choice opens (a dialog) then knows where to return it.
            chosen.current?.();
            chosen.current = undefined;
          }}
        >
          {title && <Radix.Label className="menu-title">{title}</Radix.Label>}
          {items.map((item) => (
            <Row key={item.key} item={item} onChoose={(action) => (chosen.current = action)} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Row({ item, onChoose }: { item: MenuItem; onChoose: (action: (() => void) | undefined) => void }) {
  if (item.kind === "line") return <Radix.Separator className="menu-line" />;
  if (item.kind === "title") return <Radix.Label className="menu-title">{item.label}</Radix.Label>;
  const content = (
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
      <Radix.CheckboxItem
        {...shared}
        checked={item.checked}
        role={item.choice ? "menuitemradio" : "menuitemcheckbox"}
      >
        {content}
        {item.checked ? <Check aria-hidden className="text-accent" /> : <span className="size-4" />}
      </Radix.CheckboxItem>
    );
  }
  if (item.href) {
    return (
      <Radix.Item {...shared} asChild>
        <Link href={item.href}>{content}</Link>
      </Radix.Item>
    );
  }
  return <Radix.Item {...shared}>{content}</Radix.Item>;
}
