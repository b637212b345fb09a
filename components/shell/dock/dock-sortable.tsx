"use client";

import {
  DndContext,
  DragOverlay,
  getClientRect,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type KeyboardSensorOptions,
} from "@dnd-kit/core";
import { restrictToHorizontalAxis, restrictToVerticalAxis, restrictToWindowEdges } from "@dnd-kit/modifiers";
import {
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useTranslations } from "next-intl";
import {
  memo,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";
import { AppIcon } from "@/components/ui/app-icon";
import { ContextMenu } from "@/components/ui/menu";
import { useDockStore } from "@/lib/dock/store";
import { DRAG_THRESHOLD_PX } from "@/lib/config/limits";
import type { DockedApp } from "@/lib/dock/rules";
import { nextDragPhase, type DragEvent, type DragPhase } from "@/lib/dock/drag";
import { DockAppItem } from "./dock-app-item";
import { DockAppMenu } from "./dock-app-menu";
import type { DockAppsProps } from "./dock-apps";

/** A finger must rest this long before it drags or asks for a menu: a shorter touch scrolls the dock or opens the app. */
const TOUCH_DELAY_MS = 280;
const TOUCH_TOLERANCE_PX = 8;
/** A drag that has not moved for this long is stable: what would be dropped is where it would stay. */
const REST_MS = 140;
const DROP_MS = 180;

// The same objects at every rendering: the library makes anew what listens, and with it every app, where they change.
const MOUSE = { activationConstraint: { distance: DRAG_THRESHOLD_PX } };
const TOUCH = { activationConstraint: { delay: TOUCH_DELAY_MS, tolerance: TOUCH_TOLERANCE_PX } };
const KEYBOARD: KeyboardSensorOptions = {
  coordinateGetter: sortableKeyboardCoordinates,
  // Enter stays what it is on a link.
  keyboardCodes: { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter", "Tab"] },
};
// Nothing here has a transform that the library would have to take away from what it measures.
const MEASURING = {
  draggable: { measure: getClientRect },
  droppable: { measure: getClientRect, strategy: MeasuringStrategy.Always },
};
// The dock stays where it is while something of it is dragged.
const SCROLLING = { layoutShiftCompensation: false };
const DROP = { duration: DROP_MS, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" };
const ALONG = {
  horizontal: [restrictToHorizontalAxis, restrictToWindowEdges],
  vertical: [restrictToVerticalAxis, restrictToWindowEdges],
};

/** Where the pointer lets go, the library works out everything again: in a task of its own, after the browser's. */
class PatientMouse extends MouseSensor {
  constructor(props: ConstructorParameters<typeof MouseSensor>[0]) {
    super({ ...props, onEnd: () => setTimeout(props.onEnd) });
  }
}

export type DockSortableProps = Omit<DockAppsProps, "ready">;

/** Rendered for what it shows, not for a phase of the drag. */
export const DockSortable = memo(function DockSortable({
  apps,
  side,
  horizontal,
  onPhaseChange,
  onMenuOpenChange,
}: DockSortableProps) {
  const [menuOf, setMenuOf] = useState<string | null>(null);
  const ids = useMemo(() => apps.map((app) => app.id), [apps]);
  const reorder = useDockStore((dock) => dock.reorder);
  const lift = useRef<Lift>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const drag = useDragPhase(onPhaseChange, overlay);
  const announcements = useAnnouncements(apps);
  const t = useTranslations("dock.drag");

  const sensors = useSensors(
    useSensor(PatientMouse, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, KEYBOARD),
  );

  const openMenu = (id: string | null) => {
    setMenuOf(id);
    onMenuOpenChange(id !== null);
  };

  const onDragEnd = ({ active, over, delta, activatorEvent }: DragEndEvent) => {
    drag.send("drop", () => lift.current?.(null));
    const [from, to] = [ids.indexOf(String(active.id)), over ? ids.indexOf(String(over.id)) : -1];
    if (to >= 0 && to !== from) {
      const order = [...ids];
      order.splice(to, 0, ...order.splice(from, 1));
      reorder(order);
      return;
    }
    // A finger that rested and let go where it was asks for the menu, as a long press does.
    const { target, type } = activatorEvent;
    if (menuOf === null && !isMoved(delta) && target instanceof Element && type.startsWith("touch")) {
      const { left, top, width, height } = target.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + height / 2 };
      target.dispatchEvent(new MouseEvent("contextmenu", { ...at, bubbles: true, cancelable: true }));
    }
  };

  return (
    <DndContext
      id="dock-drag"
      sensors={sensors}
      measuring={MEASURING}
      autoScroll={SCROLLING}
      modifiers={horizontal ? ALONG.horizontal : ALONG.vertical}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t("instructions") },
        container: document.body,
      }}
      onDragStart={({ active }) => {
        const app = apps.find((docked) => docked.id === active.id);
        drag.send("lift", () => lift.current?.(app ?? null));
      }}
      onDragMove={({ delta }) => {
        drag.send("move");
        // Held long enough for its menu and then moved on: it is a drag after all.
        if (menuOf !== null && isMoved(delta)) openMenu(null);
      }}
      onDragEnd={onDragEnd}
      onDragCancel={() => {
        drag.send("cancel", () => lift.current?.(null));
      }}
    >
      <SortableContext
        items={ids}
        strategy={horizontal ? horizontalListSortingStrategy : verticalListSortingStrategy}
      >
        {apps.map((app) => (
          <SortableItem
            key={app.id}
            app={app}
            apps={apps}
            side={side}
            menuOpen={menuOf === app.id}
            onMenuOpenChange={(open) => openMenu(open ? app.id : null)}
            onPress={() => drag.send("press")}
          />
        ))}
      </SortableContext>
      <LiftedApp ref={lift} overlay={overlay} />
    </DndContext>
  );
});

function isMoved({ x, y }: { x: number; y: number }): boolean {
  return Math.hypot(x, y) > DRAG_THRESHOLD_PX;
}

type Lift = (app: DockedApp | null) => void;

/** What hangs at the pointer. Known here alone: the list is not drawn anew for it, and its empty place is marked after. */
function LiftedApp({ ref, overlay }: { ref: Ref<Lift>; overlay: RefObject<HTMLDivElement | null> }) {
  const [app, setApp] = useState<DockedApp | null>(null);
  useImperativeHandle(ref, () => setApp, []);
  useEffect(() => {
    if (!app) return;
    const place = document.querySelector(`.dock-slot:has(> [data-app="${CSS.escape(app.id)}"])`);
    const frame = requestAnimationFrame(() => place?.setAttribute("data-lifted", ""));
    return () => {
      cancelAnimationFrame(frame);
      place?.removeAttribute("data-lifted");
    };
  }, [app]);
  return createPortal(
    <DragOverlay dropAnimation={DROP} zIndex={60}>
      {app && (
        <div ref={overlay} className="dock-lifted grid size-full place-items-center">
          <AppIcon src={app.icon} px={44} className="size-[38px]" eager />
        </div>
      )}
    </DragOverlay>,
    document.body,
  );
}

type SortableItemProps = Pick<DockSortableProps, "apps" | "side" | "onMenuOpenChange"> & {
  app: DockedApp;
  menuOpen: boolean;
  onPress: () => void;
};

function SortableItem({ app, apps, side, menuOpen, onMenuOpenChange, onPress }: SortableItemProps) {
  const t = useTranslations("dock.drag");
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition } = useSortable({
    id: app.id,
  });
  const ref = useRef<HTMLLIElement | null>(null);
  const role = t("role");
  const describedBy = attributes["aria-describedby"];
  const handle = useMemo(
    () => ({
      ref: setActivatorNodeRef,
      "aria-describedby": describedBy,
      "aria-roledescription": role,
      onKeyDown: (event: KeyboardEvent) => listeners?.onKeyDown?.(event),
    }),
    [setActivatorNodeRef, describedBy, role, listeners],
  );
  const translate = transform ? `${transform.x}px ${transform.y}px` : "";
  const moving = transition?.replace("transform", "translate") ?? "";
  useLayoutEffect(() => {
    const show = () => {
      if (ref.current) Object.assign(ref.current.style, { translate, transition: moving });
    };
    // Dropped, it stands in its new place already: pushed aside there, it would be measured for where the drop goes.
    if (translate === "" && ref.current?.style.translate) return show();
    // With the frame that shows it: at once, each of the library's measurements would have the page laid out for it.
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [translate, moving]);
  return (
    <ContextMenu
      open={menuOpen}
      onOpenChange={onMenuOpenChange}
      trigger={
        <li
          {...listeners}
          // The link inside is the control: it takes the keys, the list item only the pointer.
          onKeyDown={undefined}
          onPointerDown={onPress}
          ref={(element) => {
            ref.current = element;
            setNodeRef(element);
          }}
          className="dock-slot"
        >
          <DockAppItem app={app} side={side} handle={handle} />
        </li>
      }
    >
      <DockAppMenu app={app} side={side} apps={apps} />
    </ContextMenu>
  );
}

/**
 * Follows the drag through its phases; holding still is an event too. What is to be seen of a phase comes with the
 * next frames, each in a task of its own: picking up and dropping have the library measure everything, which is long enough.
 */
function useDragPhase(
  onPhaseChange: DockSortableProps["onPhaseChange"],
  overlay: RefObject<HTMLElement | null>,
) {
  const current = useRef<DragPhase>("none");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const frame = useRef(0);
  const show = useRef<(() => void) | undefined>(undefined);
  const draw = () => {
    frame.current = 0;
    const first = show.current;
    show.current = undefined;
    if (first) {
      first();
      frame.current = requestAnimationFrame(draw);
      return;
    }
    onPhaseChange(current.current);
    overlay.current?.setAttribute("data-phase", current.current);
    // From when it is to be seen: on a slow machine the frames before may take as long.
    if (current.current === "dropping") timer.current = setTimeout(send, DROP_MS, "settle");
  };
  function send(event: DragEvent, alongside?: () => void): void {
    const next = nextDragPhase(current.current, event);
    show.current = alongside ?? show.current;
    if (next !== current.current || alongside) {
      current.current = next;
      // The next frame may be the one that this event came in.
      frame.current ||= requestAnimationFrame(() => (frame.current = requestAnimationFrame(draw)));
    }
    clearTimeout(timer.current);
    if (next === "dragging") timer.current = setTimeout(send, REST_MS, "rest");
  }

  useEffect(() => {
    // A press that becomes no drag ends where the pointer is let go.
    const onUp = () => current.current === "pickup" && send("cancel");
    // A drag's own click must not follow the link under it.
    const onClick = (event: MouseEvent) => {
      if (current.current !== "none" && current.current !== "pickup") event.preventDefault();
    };
    addEventListener("pointerup", onUp);
    addEventListener("pointercancel", onUp);
    addEventListener("click", onClick, { capture: true });
    return () => {
      removeEventListener("pointerup", onUp);
      removeEventListener("pointercancel", onUp);
      removeEventListener("click", onClick, { capture: true });
    };
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      cancelAnimationFrame(frame.current);
    },
    [],
  );
  return { send };
}

function useAnnouncements(apps: readonly DockedApp[]): Announcements {
  const t = useTranslations("dock.drag");
  // The library tells of the place where a drag begins, too: that would be heard in place of what was picked up.
  const moved = useRef(false);
  const told = (
    key: "pickedUp" | "over" | "dropped" | "cancelled",
    id: string | number,
    overId?: string | number,
  ) => {
    const app = apps.find((docked) => docked.id === id);
    if (!app) return undefined;
    const at = apps.findIndex((docked) => docked.id === (overId ?? id)) + 1;
    return t(key, { name: app.name, at, count: apps.length });
  };
  return {
    onDragStart: ({ active }) => {
      moved.current = false;
      return told("pickedUp", active.id);
    },
    onDragOver: ({ active, over }) => {
      moved.current ||= over !== null && over.id !== active.id;
      return over && moved.current ? told("over", active.id, over.id) : undefined;
    },
    onDragEnd: ({ active, over }) => told("dropped", active.id, over?.id),
    onDragCancel: ({ active }) => told("cancelled", active.id),
  };
}
