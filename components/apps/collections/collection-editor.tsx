"use client";

import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type KeyboardSensorOptions,
} from "@dnd-kit/core";
import { restrictToParentElement, restrictToVerticalAxis } from "@dnd-kit/modifiers";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, GripVertical, MoreHorizontal, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { CollectionApp, PlaceApp } from "@/lib/collections/contract";
import { arrangedAppsQuery, placeApp, takeApp } from "@/lib/collections/queries";
import { COLLECTION_NOTE_MAX_CHARS } from "@/lib/config/collection-limits";
import { DRAG_THRESHOLD_PX } from "@/lib/config/limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { AppIcon } from "@/components/ui/app-icon";
import { cn } from "@/components/ui/cn";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useAppTexts } from "../use-app-texts";
import { useErrorToast } from "../use-error-toast";

// Constants, because dnd-kit recreates its sensors when these objects change.
const POINTER = { activationConstraint: { distance: DRAG_THRESHOLD_PX } };
const KEYBOARD: KeyboardSensorOptions = { coordinateGetter: sortableKeyboardCoordinates };
const MODIFIERS = [restrictToVerticalAxis, restrictToParentElement];

/** The apps of one's own collection in rows that can be moved, with what one says about each. */
export function CollectionEditor({ id }: { id: string }) {
  const t = useTranslations("collections");
  const errors = useErrorTexts();
  const query = useQuery(arrangedAppsQuery(id));
  const { items, move, setNote, remove } = useArrangement(id);
  const ids = items.map(({ app }) => app.id);
  const announcements = useAnnouncements(items);
  const sensors = useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, KEYBOARD));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), over ? ids.indexOf(String(over.id)) : -1];
    if (from >= 0 && to >= 0 && to !== from) move(from, to);
  };
  if (query.isPending) return <Skeleton className="h-64 rounded-lg" />;
  if (query.isError) return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  return (
    <>
      <p className="mb-3 text-sm text-muted">{t("arrangeText")}</p>
      <DndContext
        id="collection-order"
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={MODIFIERS}
        accessibility={{
          announcements,
          screenReaderInstructions: { draggable: t("drag.instructions") },
          container: document.body,
        }}
        onDragEnd={onDragEnd}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol aria-label={t("appsTitle")} className="card overflow-clip">
            {items.map((item, index) => (
              <Row
                key={item.app.id}
                item={item}
                index={index}
                count={items.length}
                onMove={move}
                onNote={(note) => setNote(item, note)}
                onRemove={() => remove(item)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </>
  );
}

/** The list as it is being arranged: each change is shown at once, and sent after the one before. */
function useArrangement(id: string) {
  const t = useTranslations("collections");
  const client = useQueryClient();
  const failed = useErrorToast();
  const textsOf = useAppTexts();
  const { queryKey } = arrangedAppsQuery(id);
  const { data } = useQuery(arrangedAppsQuery(id));
  const sent = useRef<Promise<void>>(Promise.resolve());
  const items = data?.items ?? [];

  const show = (next: (items: CollectionApp[]) => CollectionApp[]) =>
    client.setQueryData(queryKey, (shown) => shown && { ...shown, items: next(shown.items) });
  const send = (call: () => Promise<void>) => {
    sent.current = sent.current.then(call).catch((error: unknown) => {
      failed(error);
      void client.invalidateQueries({ queryKey });
    });
  };
  const place = (appId: string, change: PlaceApp) => send(() => placeApp(client, { id, appId, ...change }));

  const move = (from: number, to: number) => {
    const next = arrayMove(items, from, to);
    show(() => next);
    place(next[to]!.app.id, { after: next[to - 1]?.app.id ?? null });
  };
  const setNote = ({ app }: CollectionApp, note: string) => {
    show((shown) => shown.map((each) => (each.app.id === app.id ? { ...each, note } : each)));
    place(app.id, { note });
  };
  const remove = (item: CollectionApp) => {
    const { app, note } = item;
    const index = items.indexOf(item);
    const after = items[index - 1]?.app.id ?? null;
    show((shown) => shown.filter((each) => each.app.id !== app.id));
    send(() => takeApp(client, { id, appId: app.id }));
    const undo = () => {
      show((shown) => shown.toSpliced(index, 0, item));
      place(app.id, { note, after });
    };
    toast(t("removed", { name: textsOf(app).name }), { action: { label: t("undo"), onClick: undo } });
  };
  return { items, move, setNote, remove };
}

interface RowProps {
  item: CollectionApp;
  index: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onNote: (note: string) => void;
  onRemove: () => void;
}

function Row({ item: { app, note }, index, count, onMove, onNote, onRemove }: RowProps) {
  const t = useTranslations("collections");
  const { name } = useAppTexts()(app);
  const [text, setText] = useState(note);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: app.id, attributes: { roleDescription: t("drag.role") } });
  const save = () => {
    if (text.trim() !== note) onNote(text.trim());
  };
  const items: MenuItem[] = [
    {
      key: "up",
      label: t("moveUp"),
      icon: <ArrowUp />,
      disabled: index === 0,
      onSelect: () => onMove(index, index - 1),
    },
    {
      key: "down",
      label: t("moveDown"),
      icon: <ArrowDown />,
      disabled: index === count - 1,
      onSelect: () => onMove(index, index + 1),
    },
    { key: "remove", label: t("remove"), icon: <X />, danger: true, onSelect: onRemove },
  ];
  return (
    <li
      ref={setNodeRef}
      className={cn(
        "flex items-center gap-2 border-b border-border bg-surface py-2.5 pr-3 pl-1.5 last:border-b-0 sm:gap-3",
        isDragging && "relative z-10 shadow-lg",
      )}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
      }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t("moveNamed", { name })}
        className="grid h-11 w-8 flex-none cursor-grab touch-none place-items-center rounded-md text-subtle hover:bg-hover hover:text-text active:cursor-grabbing"
      >
        <GripVertical aria-hidden className="size-5" />
      </button>
      <AppIcon src={app.iconUrl} px={48} className="size-12 rounded-lg" />
      <div className="min-w-0 flex-1">
        <p className="mb-1 truncate text-sm font-semibold">{name}</p>
        <Input
          dir="auto"
          aria-label={t("noteNamed", { name })}
          placeholder={t("notePlaceholder")}
          value={text}
          autoComplete="off"
          maxGraphemes={COLLECTION_NOTE_MAX_CHARS}
          className="h-9 touch:h-11"
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && save()}
        />
      </div>
      <DropdownMenu
        label={t("actionsNamed", { name })}
        align="end"
        items={items}
        trigger={
          <IconButton label={t("actionsNamed", { name })}>
            <MoreHorizontal />
          </IconButton>
        }
      />
    </li>
  );
}

function useAnnouncements(items: readonly CollectionApp[]): Announcements {
  const t = useTranslations("collections.drag");
  const textsOf = useAppTexts();
  // dnd-kit reports the starting place as a move, which would replace the announcement of the pick-up.
  const moved = useRef(false);
  const announce = (
    key: "pickedUp" | "over" | "dropped" | "cancelled",
    id: string | number,
    overId: string | number = id,
  ) => {
    const item = items.find(({ app }) => app.id === id);
    if (!item) return undefined;
    const at = items.findIndex(({ app }) => app.id === overId) + 1;
    return t(key, { name: textsOf(item.app).name, at, count: items.length });
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
