"use client";

import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  TouchSensor,
  useDndContext,
  useSensor,
  useSensors,
  type DragEndEvent,
  type KeyboardSensorOptions,
} from "@dnd-kit/core";
import { restrictToHorizontalAxis, restrictToVerticalAxis, restrictToWindowEdges } from "@dnd-kit/modifiers";
import {
  arrayMove,
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useTranslations } from "next-intl";
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";
import { AppIcon } from "@/components/ui/app-icon";
import { ContextMenu } from "@/components/ui/menu";
import { useDragAnnouncements } from "@/components/ui/use-drag-announcements";
import { useDockStore } from "@/lib/dock/store";
import { DRAG_THRESHOLD_PX } from "@/lib/config/limits";
import type { DockedApp } from "@/lib/dock/rules";
import { nextDragPhase, type DragEvent, type DragPhase } from "@/lib/dock/drag";
import { DockAppItem } from "./dock-app-item";
import { DockAppMenu } from "./dock-app-menu";
import type { DockAppsProps } from "./dock-apps";

/** How long a touch must hold before it drags or opens the menu; a shorter one scrolls the dock or opens the app. */
const TOUCH_DELAY_MS = 280;
const TOUCH_TOLERANCE_PX = 8;
/** A drag without movement for this long is in the phase "stable". */
const STABLE_MS = 140;
const DROP_MS = 180;

// Constants, because dnd-kit recreates its sensors and rerenders every app when these objects change.
const MOUSE = { activationConstraint: { distance: DRAG_THRESHOLD_PX } };
const TOUCH = { activationConstraint: { delay: TOUCH_DELAY_MS, tolerance: TOUCH_TOLERANCE_PX } };
const KEYBOARD: KeyboardSensorOptions = {
  coordinateGetter: sortableKeyboardCoordinates,
  // Space only: Enter follows the link.
  keyboardCodes: { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter", "Tab"] },
};
const MEASURING = { droppable: { strategy: MeasuringStrategy.Always } };
const AUTO_SCROLL = { layoutShiftCompensation: false };
const DROP_ANIMATION = { duration: DROP_MS, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" };
const MODIFIERS = {
  horizontal: [restrictToHorizontalAxis, restrictToWindowEdges],
  vertical: [restrictToVerticalAxis, restrictToWindowEdges],
};

type DockSortableProps = Omit<DockAppsProps, "undocked">;

export const DockSortable = memo(function DockSortable({
  apps,
  side,
  horizontal,
  onPhaseChange,
  onMenuOpenChange,
}: DockSortableProps) {
  /** Closes the open menu of an app. In a ref: as state it would rerender the list when a menu opens. */
  const closeMenuRef = useRef<(() => void) | null>(null);
  const ids = useMemo(() => apps.map((app) => app.id), [apps]);
  const reorder = useDockStore((dock) => dock.reorder);
  const send = useDragPhase(onPhaseChange);
  const t = useTranslations("dock.drag");
  const announcements = useDragAnnouncements(apps, t);

  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, KEYBOARD),
  );

  const onDragEnd = ({ active, over, delta, activatorEvent }: DragEndEvent) => {
    send("drop");
    const [from, to] = [ids.indexOf(String(active.id)), over ? ids.indexOf(String(over.id)) : -1];
    if (to >= 0 && to !== from) return reorder(arrayMove(ids, from, to));
    // A touch that held without moving is a long press: it opens the menu.
    const { target, type } = activatorEvent;
    if (!closeMenuRef.current && !isMoved(delta) && target instanceof Element && type.startsWith("touch")) {
      const { left, top, width, height } = target.getBoundingClientRect();
      const centre = { clientX: left + width / 2, clientY: top + height / 2 };
      target.dispatchEvent(new MouseEvent("contextmenu", { ...centre, bubbles: true, cancelable: true }));
    }
  };

  return (
    <DndContext
      id="dock-drag"
      sensors={sensors}
      measuring={MEASURING}
      autoScroll={AUTO_SCROLL}
      modifiers={horizontal ? MODIFIERS.horizontal : MODIFIERS.vertical}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t("instructions") },
        container: document.body,
      }}
      onDragStart={() => send("lift")}
      onDragMove={({ delta }) => {
        send("move");
        // The long press opened the menu, but the touch turned out to be a drag.
        if (isMoved(delta)) closeMenuRef.current?.();
      }}
      onDragEnd={onDragEnd}
      onDragCancel={() => send("cancel")}
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
            closeMenuRef={closeMenuRef}
            onMenuOpenChange={onMenuOpenChange}
            send={send}
          />
        ))}
      </SortableContext>
      {createPortal(<DraggedApp apps={apps} />, document.body)}
    </DndContext>
  );
});

function isMoved({ x, y }: { x: number; y: number }): boolean {
  return Math.hypot(x, y) > DRAG_THRESHOLD_PX;
}

function DraggedApp({ apps }: { apps: readonly DockedApp[] }) {
  const { active } = useDndContext();
  const app = apps.find(({ id }) => id === active?.id);
  return (
    <DragOverlay dropAnimation={DROP_ANIMATION} zIndex={60}>
      {app && (
        <div className="dock-lifted grid size-full place-items-center">
          <AppIcon src={app.icon} px={44} className="size-[38px]" eager />
        </div>
      )}
    </DragOverlay>
  );
}

type SortableItemProps = Pick<DockSortableProps, "apps" | "side" | "onMenuOpenChange"> & {
  app: DockedApp;
  closeMenuRef: RefObject<(() => void) | null>;
  send: (event: DragEvent) => void;
};

const SortableItem = memo(function SortableItem(props: SortableItemProps) {
  const { app, apps, side, closeMenuRef, onMenuOpenChange, send } = props;
  const t = useTranslations("dock.drag");
  const [menuOpen, setMenuOpen] = useState(false);
  const changeMenu = (open: boolean) => {
    setMenuOpen(open);
    onMenuOpenChange(open);
    closeMenuRef.current = open ? () => changeMenu(false) : null;
  };
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: app.id });
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
  return (
    <ContextMenu
      open={menuOpen}
      onOpenChange={changeMenu}
      trigger={
        <li
          {...listeners}
          // The link inside handles the keys.
          onKeyDown={undefined}
          onPointerDown={({ button }) => button === 0 && send("press")}
          ref={setNodeRef}
          className="dock-slot"
          data-lifted={isDragging || undefined}
          style={{ transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : "", transition }}
        >
          <DockAppItem app={app} side={side} handle={handle} />
        </li>
      }
    >
      <DockAppMenu app={app} side={side} apps={apps} />
    </ContextMenu>
  );
});

/** Tracks the phase of a drag. Returns the function that sends an event to it. */
function useDragPhase(onPhaseChange: DockSortableProps["onPhaseChange"]) {
  const current = useRef<DragPhase>("none");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [phase, setPhase] = useState<DragPhase>("none");
  // In an effect: dnd-kit must measure the picked-up app before the phase changes the size of the slots.
  useEffect(() => onPhaseChange(phase), [onPhaseChange, phase]);

  const send = useCallback(function send(event: DragEvent): void {
    current.current = nextDragPhase(current.current, event);
    setPhase(current.current);
    clearTimeout(timer.current);
    if (current.current === "dragging") timer.current = setTimeout(send, STABLE_MS, "rest");
    if (current.current === "dropping") timer.current = setTimeout(send, DROP_MS, "settle");
  }, []);

  useEffect(() => {
    const onUp = () => current.current === "pickup" && send("cancel");
    // The click that ends a drag must not follow the link.
    const onClick = (event: MouseEvent) => {
      if (current.current !== "none" && current.current !== "pickup") event.preventDefault();
    };
    addEventListener("pointerup", onUp);
    addEventListener("pointercancel", onUp);
    addEventListener("click", onClick, { capture: true });
    return () => {
      clearTimeout(timer.current);
      removeEventListener("pointerup", onUp);
      removeEventListener("pointercancel", onUp);
      removeEventListener("click", onClick, { capture: true });
    };
  }, [send]);
  return send;
}
