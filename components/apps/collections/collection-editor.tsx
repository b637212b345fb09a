"use client";

import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
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
import { flushSync } from "react-dom";
import type { CollectionApp, PlaceApp } from "@/lib/collections/contract";
import { arrangedAppsQuery, placeApp, showApps, takeApp } from "@/lib/collections/queries";
import { COLLECTION_NOTE_MAX_CHARS } from "@/lib/config/collection-limits";
import { DRAG_THRESHOLD_PX } from "@/lib/config/limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { AppIcon } from "@/components/ui/app-icon";
import { cn } from "@/components/ui/cn";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useDebouncedSave } from "@/components/ui/use-debounced-save";
import { useDragAnnouncements } from "@/components/ui/use-drag-announcements";
import { useAppTexts } from "../use-app-texts";
import { useErrorToast } from "../use-error-toast";

// Constants, because dnd-kit recreates its sensors when these objects change.
const POINTER = { activationConstraint: { distance: DRAG_THRESHOLD_PX } };
const KEYBOARD: KeyboardSensorOptions = { coordinateGetter: sortableKeyboardCoordinates };
const NOTE_SAVE_MS = 800;
const MODIFIERS = [restrictToVerticalAxis, restrictToParentElement];

/** The apps of one's own collection in rows that can be moved, with what one says about each. */
export function CollectionEditor({ id }: { id: string }) {
  const errors = useErrorTexts();
  const query = useQuery(arrangedAppsQuery(id));
  if (query.isPending) return <Skeleton className="h-64 rounded-lg" />;
  if (query.isError) return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  return <Rows id={id} loaded={query.data.items} />;
}

/** The row's button may have been remounted since its menu opened. */
const menuOf = (appId: string) => `menu-of-${appId}`;

function Rows({ id, loaded }: { id: string; loaded: CollectionApp[] }) {
  const t = useTranslations("collections");
  const drag = useTranslations("collections.drag");
  const textsOf = useAppTexts();
  const { items, move, setNote, remove } = useArrangement(id, loaded);
  const [said, setSaid] = useState("");
  const around = useRef<HTMLDivElement>(null);
  const ids = items.map(({ app }) => app.id);
  const announcements = useDragAnnouncements(
    items.map(({ app }) => ({ id: app.id, name: textsOf(app).name })),
    drag,
  );
  const sensors = useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, KEYBOARD));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), over ? ids.indexOf(String(over.id)) : -1];
    if (from >= 0 && to >= 0 && to !== from) move(from, to);
  };
  const focus = (appId: string | undefined) =>
    (appId === undefined ? around.current : document.getElementById(menuOf(appId)))?.focus();
  const shift = (from: number, to: number) => {
    const { app } = items[from]!;
    // An element that is moved in the DOM loses focus.
    flushSync(() => {
      move(from, to);
      setSaid(drag("over", { name: textsOf(app).name, at: to + 1, count: items.length }));
    });
    focus(app.id);
  };
  const removeAt = (index: number, note: string) => {
    flushSync(() => remove({ ...items[index]!, note }));
    focus(ids[index + 1] ?? ids[index - 1]);
  };
  return (
    <div ref={around} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {said}
      </p>
      {items.length === 0 ? (
        <EmptyState title={t("noAppsTitle")} description={t("noAppsText")} />
      ) : (
        <p className="mb-3 text-sm text-muted">{t("arrangeText")}</p>
      )}
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
          {items.length > 0 && (
            <ol aria-label={t("appsTitle")} className="card overflow-clip">
              {items.map((item, index) => (
                <Row
                  key={item.app.id}
                  item={item}
                  index={index}
                  count={items.length}
                  onMove={shift}
                  onNote={(note) => setNote(item.app.id, note)}
                  onRemove={(note) => removeAt(index, note)}
                />
              ))}
            </ol>
          )}
        </SortableContext>
      </DndContext>
    </div>
  );
}

/**
 * The list while it is reordered, in a state of its own: a dropped item must be in place in the same frame,
 * and query data arrives a tick later.
 */
function useArrangement(id: string, loaded: CollectionApp[]) {
  const t = useTranslations("collections");
  const client = useQueryClient();
  const failed = useErrorToast();
  const textsOf = useAppTexts();
  const [items, setItems] = useState(loaded);
  const current = useRef(items);

  const show = (next: CollectionApp[]) => {
    current.current = next;
    setItems(next);
    showApps(client, id, next);
  };
  const send = (sending: Promise<void>) => {
    sending.catch(async (error: unknown) => {
      failed(error);
      const stored = await client.fetchQuery(arrangedAppsQuery(id)).catch(() => null);
      if (stored) show(stored.items);
    });
  };
  const place = (appId: string, change: PlaceApp) => send(placeApp(client, { id, appId, ...change }));

  const move = (from: number, to: number) => {
    const next = arrayMove(current.current, from, to);
    show(next);
    place(next[to]!.app.id, { after: next[to - 1]?.app.id ?? null });
  };
  const setNote = (appId: string, note: string) => {
    show(current.current.map((each) => (each.app.id === appId ? { ...each, note } : each)));
    place(appId, { note });
  };
  const remove = (item: CollectionApp) => {
    const { app, note } = item;
    const index = current.current.findIndex((each) => each.app.id === app.id);
    show(current.current.toSpliced(index, 1));
    send(takeApp(client, { id, appId: app.id }));
    const undo = () => {
      const next = current.current.toSpliced(index, 0, item);
      show(next);
      place(app.id, { note, after: next[next.indexOf(item) - 1]?.app.id ?? null });
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
  /** Includes the unsaved note. */
  onRemove: (note: string) => void;
}

function Row({ item: { app, note }, index, count, onMove, onNote, onRemove }: RowProps) {
  const t = useTranslations("collections");
  const { name } = useAppTexts()(app);
  const [text, setText] = useState(note);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: app.id, attributes: { roleDescription: t("drag.role") } });
  const schedule = useDebouncedSave(NOTE_SAVE_MS);
  const save = () => {
    schedule(null);
    if (text.trim() !== note) onNote(text.trim());
  };
  const change = (next: string) => {
    setText(next);
    // Phones leave the page without a blur.
    schedule(next.trim() === note ? null : () => onNote(next.trim()));
  };
  const remove = () => {
    // Saving the note would add the app again.
    schedule(null);
    onRemove(text.trim());
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
    { key: "remove", label: t("remove"), icon: <X />, danger: true, onSelect: remove },
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
          onChange={(event) => change(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && save()}
        />
      </div>
      <DropdownMenu
        label={t("actionsNamed", { name })}
        align="end"
        items={items}
        trigger={
          <IconButton id={menuOf(app.id)} label={t("actionsNamed", { name })}>
            <MoreHorizontal />
          </IconButton>
        }
      />
    </li>
  );
}
