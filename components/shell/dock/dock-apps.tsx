"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type PointerEvent as ReactPointerEvent,
} from "react";
import { TOUCH_DELAY_MS, TOUCH_TOLERANCE_PX } from "./dock-touch";
import type { Side } from "@/components/ui/place";
import type { DockedApp } from "@/lib/domain/dock";
import type { DragPhase } from "@/lib/domain/dock-drag";
import { DockAppItem, type OpenMenu } from "./dock-app-item";

export interface DockAppsProps {
  apps: readonly DockedApp[];
  /** False until the browser's own order is known. */
  ready: boolean;
  side: Side;
  horizontal: boolean;
  onPhaseChange: (phase: DragPhase) => void;
  onMenuOpenChange: (open: boolean) => void;
}

export interface DockSortableProps extends Pick<
  DockAppsProps,
  "apps" | "side" | "horizontal" | "onPhaseChange"
> {
  onMenu: (menu: OpenMenu) => void;
}

const DockAppMenu = dynamic(() => import("./dock-app-menu").then((module) => module.DockAppMenu), {
  ssr: false,
});

/** After this long without any interest the drag code is fetched anyway, so that the first drag needs no waiting. */
const IDLE_MS = 3_000;

/** The person's own apps: plain links at first; the list that can be rearranged takes their place when its code is there. */
export function DockApps({ apps, ready, side, horizontal, onPhaseChange, onMenuOpenChange }: DockAppsProps) {
  const t = useTranslations("dock");
  const list = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState(false);
  const [swapped, setSwapped] = useState(false);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const focused = useRef<string | null>(null);
  const hovered = useRef<string | null>(null);
  // Not `dynamic`: the plain links stay until its code is here, and where that cannot be fetched.
  const [Sortable, setSortable] = useState<ComponentType<DockSortableProps> | null>(null);
  const isWanted = wanted && apps.length > 0;

  useEffect(() => {
    const idle = setTimeout(() => setWanted(true), IDLE_MS);
    return () => clearTimeout(idle);
  }, []);
  useEffect(() => {
    if (!isWanted) return;
    import("./dock-sortable").then(
      (module) => setSortable(() => module.DockSortable),
      () => undefined,
    );
  }, [isWanted]);

  // The swap replaces the links. Not under a press, which would lose its click, and the focus is carried over.
  const pressed = useRef(false);
  useEffect(() => {
    if (!Sortable || swapped) return;
    const swap = () => {
      if (pressed.current) return;
      const at = document.activeElement;
      focused.current =
        at instanceof HTMLElement && list.current?.contains(at) ? (at.dataset.app ?? null) : null;
      hovered.current = list.current?.querySelector<HTMLElement>("[data-app]:hover")?.dataset.app ?? null;
      setSwapped(true);
    };
    swap();
    const onUp = () => {
      pressed.current = false;
      setTimeout(swap);
    };
    addEventListener("pointerup", onUp);
    addEventListener("pointercancel", onUp);
    return () => {
      removeEventListener("pointerup", onUp);
      removeEventListener("pointercancel", onUp);
    };
  }, [Sortable, swapped]);
  useLayoutEffect(() => {
    if (!swapped) return;
    const link = (id: string | null) =>
      id === null ? null : list.current?.querySelector<HTMLElement>(`[data-app="${CSS.escape(id)}"]`);
    link(focused.current)?.focus();
    // The pointer that rests there has not entered the new link: its card is due all the same.
    link(hovered.current)?.dispatchEvent(
      new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }),
    );
  }, [swapped]);

  // The same at every rendering: a menu that opens draws no app anew.
  const openMenu = useCallback(
    (next: OpenMenu | null) => {
      setMenu(next);
      onMenuOpenChange(next !== null);
    },
    [onMenuOpenChange],
  );

  // Until the list can be rearranged nothing else hears a finger that rests and lets go: it asks for the menu.
  const rest = ({ target, timeStamp, clientX, clientY }: ReactPointerEvent) => {
    const app = apps.find(({ id }) => id === linkAt(target)?.dataset.app);
    if (!app) return;
    const over = new AbortController();
    const onClick = (event: MouseEvent) => {
      over.abort();
      // By now another link may stand in the pressed one's place.
      const anchor = linkAt(event.target);
      const moved = Math.hypot(event.clientX - clientX, event.clientY - clientY) > TOUCH_TOLERANCE_PX;
      if (anchor?.dataset.app !== app.id || moved || event.timeStamp - timeStamp < TOUCH_DELAY_MS) return;
      event.preventDefault();
      openMenu({ app, anchor });
    };
    addEventListener("click", onClick, { capture: true, signal: over.signal });
    addEventListener("pointerdown", () => over.abort(), { capture: true, signal: over.signal });
  };

  // A wheel turns one way only; over a row it moves along the row.
  useEffect(() => {
    const row = list.current;
    if (!row || !horizontal) return;
    const onWheel = (event: WheelEvent) => {
      if (event.deltaX !== 0 || event.ctrlKey || row.scrollWidth === row.clientWidth) return;
      event.preventDefault();
      row.scrollLeft += event.deltaY;
    };
    row.addEventListener("wheel", onWheel);
    return () => row.removeEventListener("wheel", onWheel);
  }, [horizontal]);

  return (
    <>
      <ul
        ref={list}
        className="dock-list dock-apps"
        aria-label={t("yourApps")}
        data-ready={ready}
        onPointerEnter={() => setWanted(true)}
        onFocus={() => setWanted(true)}
        onPointerDown={(event) => {
          pressed.current = true;
          setWanted(true);
          if (!swapped && event.pointerType === "touch") rest(event);
        }}
      >
        {Sortable && swapped ? (
          <Sortable
            apps={apps}
            side={side}
            horizontal={horizontal}
            onPhaseChange={onPhaseChange}
            onMenu={openMenu}
          />
        ) : (
          apps.map((app) => (
            <li key={app.id} className="dock-slot">
              <DockAppItem app={app} side={side} onMenu={openMenu} />
            </li>
          ))
        )}
      </ul>
      {isWanted && <DockAppMenu menu={menu} side={side} apps={apps} onClose={() => openMenu(null)} />}
    </>
  );
}

function linkAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-app]") : null;
}
