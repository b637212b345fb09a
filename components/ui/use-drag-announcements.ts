import type { Announcements } from "@dnd-kit/core";
import { useRef } from "react";

type Announce = (
  key: "pickedUp" | "over" | "dropped" | "cancelled",
  values: { name: string; at: number; count: number },
) => string;

/** What screen readers say while a list is sorted. */
export function useDragAnnouncements(
  items: readonly { id: string; name: string }[],
  text: Announce,
): Announcements {
  // dnd-kit reports the starting place as a move, which would replace the announcement of the pick-up.
  const moved = useRef(false);
  const announce = (key: Parameters<Announce>[0], id: string | number, overId: string | number = id) => {
    const item = items.find((each) => each.id === id);
    if (!item) return undefined;
    const at = items.findIndex((each) => each.id === overId) + 1;
    return text(key, { name: item.name, at, count: items.length });
  };
  return {
    onDragStart: ({ active }) => {
      moved.current = false;
      return announce("pickedUp", active.id);
    },
    onDragOver: ({ active, over }) => {
      moved.current ||= over !== null && over.id !== active.id;
      return over && moved.current ? announce("over", active.id, over.id) : undefined;
    },
    onDragEnd: ({ active, over }) => announce("dropped", active.id, over?.id),
    onDragCancel: ({ active }) => announce("cancelled", active.id),
  };
}
