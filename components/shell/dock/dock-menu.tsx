"use client";

import { Check } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { createPortal } from "react-dom";
import { cn } from "@/components/ui/cn";
import type { MenuItem, MenuWindowProps } from "@/components/ui/dropdown-menu";
import Link from "next/link";
import { useOverlay } from "@/components/ui/overlay-count";
import { placeBeside } from "@/components/ui/place";

const GAP_PX = 6;
/** Letters typed within this time are one word to look for. */
const TYPED_MS = 1_000;

/**
 * A menu of the dock, with the keys of a menu: arrows, Home, End, letters, Enter, Space, Escape. It takes what the other
 * menus (Radix) take, and opens within one frame also in a slow browser, where those are one long task: the dock answers at once.
 */
export function DockMenu(props: MenuWindowProps) {
  const { open, anchor } = props;
  useOverlay(open);
  // In the body: an ancestor with a filter or a transform would be what "fixed" refers to.
  return open && anchor ? createPortal(<OpenMenu {...props} anchor={anchor} />, document.body) : null;
}

function OpenMenu({
  id,
  onOpenChange,
  anchor,
  returnFocus,
  label,
  title,
  items,
  side = "bottom",
  align = "end",
}: MenuWindowProps & { anchor: Element | DOMRect }) {
  const menu = useRef<HTMLDivElement>(null);
  // As it was when the menu opened: closed, nobody knows any more where it hung.
  const home = useRef(returnFocus);
  const close = useRef(onOpenChange);
  const chosen = useRef<(() => void) | undefined>(undefined);
  const isLeft = useRef(false);
  const typed = useRef({ word: "", at: 0 });

  useLayoutEffect(() => {
    close.current = onOpenChange;
  });
  useLayoutEffect(() => {
    const place = () => placeBeside({ floating: menu.current!, anchor, side, gap: GAP_PX, align });
    place();
    addEventListener("resize", place);
    return () => removeEventListener("resize", place);
  }, [anchor, side, align]);
  useLayoutEffect(() => {
    const floating = menu.current!;
    const opener = home.current;
    const byKeys = document.activeElement?.matches(":focus-visible");
    (byKeys ? choices(floating)[0] : floating)?.focus({ preventScroll: true });
    return () => {
      // Whoever pressed elsewhere has taken the focus there.
      if (!isLeft.current && floating.contains(document.activeElement)) opener()?.focus();
      // After the focus is back: what the choice opens (a dialog) then knows where to return it.
      if (chosen.current) setTimeout(chosen.current);
    };
  }, []);
  useEffect(() => {
    const isInside = (target: EventTarget | null) => target instanceof Node && menu.current!.contains(target);
    const leave = () => {
      isLeft.current = true;
      close.current(false);
    };
    const onPointerDown = ({ target }: Event) => {
      const button = home.current();
      // A press on the open menu's own button closes it by its click; closing here too would open it again.
      const isOwn = button?.ariaExpanded === "true" && button.contains(target as Node);
      if (!isOwn && !isInside(target)) leave();
    };
    const onFocus = ({ target }: Event) => {
      if (!isInside(target)) leave();
    };
    // It hangs from a place of the window, not from the button: when the page moves on, it closes.
    const onScroll = ({ target }: Event) => {
      if (!isInside(target)) close.current(false);
    };
    // Before anything else hears it: a dialog beneath stays.
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close.current(false);
    };
    addEventListener("pointerdown", onPointerDown, { capture: true, passive: true });
    addEventListener("focusin", onFocus);
    addEventListener("scroll", onScroll, { capture: true, passive: true });
    addEventListener("keydown", onKey, { capture: true });
    return () => {
      removeEventListener("pointerdown", onPointerDown, { capture: true });
      removeEventListener("focusin", onFocus);
      removeEventListener("scroll", onScroll, { capture: true });
      removeEventListener("keydown", onKey, { capture: true });
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key } = event;
    const all = choices(menu.current!);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const isTyping = event.timeStamp - typed.current.at < TYPED_MS;
    if (key === "Tab") event.preventDefault();
    else if (key === "Enter" || (key === " " && !isTyping)) {
      // Links and all else alike: by their click.
      event.preventDefault();
      all[at]?.click();
    } else if (key === "ArrowDown" || key === "ArrowUp" || key === "Home" || key === "End") {
      event.preventDefault();
      const down = Math.min(at + 1, all.length - 1);
      const up = at < 0 ? all.length - 1 : Math.max(at - 1, 0);
      all[{ ArrowDown: down, ArrowUp: up, Home: 0, End: all.length - 1 }[key]]?.focus();
    } else if (key.length === 1 && !modified) {
      event.preventDefault();
      const word = (isTyping ? typed.current.word : "") + key.toLocaleLowerCase();
      typed.current = { word, at: event.timeStamp };
      // One letter again and again goes through all that begin with it.
      const [sought, from] = new Set(word).size === 1 ? [word[0]!, at + 1] : [word, Math.max(at, 0)];
      const inTurn = [...all.slice(from), ...all.slice(0, from)];
      inTurn.find((one) => one.textContent.trim().toLocaleLowerCase().startsWith(sought))?.focus();
    }
  };

  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label ?? (typeof title === "string" ? title : undefined)}
      className="floating menu fixed top-0 left-0 z-overlay w-max"
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {title && <div className="menu-title">{title}</div>}
      {items.map((item) => (
        <Row
          key={item.key}
          item={item}
          onChoose={(action) => {
            chosen.current = action;
            onOpenChange(false);
          }}
          onLeave={() => menu.current?.focus({ preventScroll: true })}
        />
      ))}
    </div>
  );
}

/** What can be chosen, in its order. */
function choices(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(".menu-item:not([aria-disabled])")];
}

interface RowProps {
  item: MenuItem;
  onChoose: (action: (() => void) | undefined) => void;
  /** The pointer has left it. */
  onLeave: () => void;
}

function Row({ item, onChoose, onLeave }: RowProps) {
  if (item.kind === "line") return <div role="separator" className="menu-line" />;
  if (item.kind === "title") return <div className="menu-title">{item.label}</div>;
  const isSetting = item.checked !== undefined;
  const shared = {
    role: isSetting ? (item.choice ? "menuitemradio" : "menuitemcheckbox") : "menuitem",
    "aria-checked": item.checked,
    "aria-disabled": item.disabled || undefined,
    tabIndex: -1,
    className: cn("menu-item", item.danger && "menu-item-danger"),
    onClick: () => {
      if (!item.disabled) onChoose(item.onSelect);
    },
    // What the pointer is on is what the keys are on.
    onPointerMove: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
      if (pointerType === "mouse" && !item.disabled && document.activeElement !== currentTarget)
        currentTarget.focus({ preventScroll: true });
    },
    onPointerLeave: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
      if (pointerType === "mouse" && document.activeElement === currentTarget) onLeave();
    },
  };
  const content = (
    <>
      {item.icon}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.hint && <span className="text-xs text-subtle">{item.hint}</span>}
      {isSetting &&
        (item.checked ? <Check aria-hidden className="text-accent" /> : <span className="size-4" />)}
    </>
  );
  if (item.href && !item.disabled)
    return (
      <Link {...shared} href={item.href}>
        {content}
      </Link>
    );
  return <div {...shared}>{content}</div>;
}
