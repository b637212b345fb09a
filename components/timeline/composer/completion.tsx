"use client";

import { useQuery } from "@tanstack/react-query";
import { Hash } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useState, type RefObject } from "react";
import { Avatar } from "@/components/ui/avatar";
import { nameOf } from "@/lib/people/rules";
import { completeQuery } from "@/lib/search/completion-queries";
import { unfinishedAt, type Unfinished } from "@/lib/shared/completion";

const DEBOUNCE_MS = 120;
const KEYS = ["ArrowDown", "ArrowUp", "Enter", "Tab", "Escape"];

/** Autocomplete for names and tags at the caret of a text field. */
export function Completion({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const t = useTranslations("timeline.completion");
  const id = useId();
  const typed = useUnfinished(field);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const wanted = typed && typed.from !== dismissed ? typed : null;
  const { type, text } = useDebounced(wanted) ?? {};
  const { data } = useQuery({
    ...completeQuery({ type: type ?? "users", q: text ?? "" }),
    enabled: type !== undefined,
  });
  const options = wanted
    ? wanted.type === "users"
      ? (data?.users ?? []).filter(({ username, displayName }) =>
          `${username} ${displayName}`.toLowerCase().includes(wanted.text.normalize("NFKC").toLowerCase()),
        )
      : (data?.tags ?? []).filter(({ tag }) => tag.toLowerCase().startsWith(wanted.text.toLowerCase()))
    : [];
  const keyOf = (option: (typeof options)[number]) => ("tag" in option ? option.tag : option.username);
  const keys = options.map(keyOf);
  const [chosen, setChosen] = useState<string | null>(null);
  // A tag may be new: Enter begins a line unless one was chosen with the arrows.
  const index =
    chosen !== null && keys.includes(chosen) ? keys.indexOf(chosen) : wanted?.type === "tags" ? -1 : 0;
  const isOpen = options.length > 0 && !(keys.length === 1 && keys[0] === wanted?.text);

  const pick = (key: string | undefined) => {
    const { current } = field;
    if (!current || !wanted || key === undefined) return;
    const sign = current.value[wanted.from] ?? "";
    const gap = /^\s/.test(current.value.slice(wanted.to)) ? "" : " ";
    current.focus();
    current.setSelectionRange(wanted.from, wanted.to);
    // Unlike setRangeText, it can be undone. It is deprecated without a successor.
    document.execCommand("insertText", false, `${sign}${key}${gap}`);
    setChosen(null);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Of a composition: 229 is Safari's Enter at its end.
    if (event.target !== field.current || event.isComposing || event.keyCode === 229) return;
    if (!KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { length } = keys;
    if (event.key === "Enter" && index < 0) return setDismissed(wanted?.from ?? null);
    // Neither a dialog nor the field sees the key.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "Escape") setDismissed(wanted?.from ?? null);
    else if (event.key === "ArrowDown") setChosen(keys[(index + 1) % length]!);
    else if (event.key === "ArrowUp") setChosen(keys[(Math.max(index, 0) - 1 + length) % length]!);
    else pick(keys[Math.max(index, 0)]);
  });
  useEffect(() => {
    if (!isOpen) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listener, true);
    return () => removeEventListener("keydown", listener, true);
  }, [isOpen]);

  // Another name, another question.
  if (!typed && dismissed !== null) setDismissed(null);
  const activeId = isOpen && index >= 0 ? `${id}-${index}` : null;
  useEffect(() => {
    const { current } = field;
    if (!current || !isOpen) return;
    current.setAttribute("aria-controls", id);
    current.setAttribute("aria-autocomplete", "list");
    if (activeId) current.setAttribute("aria-activedescendant", activeId);
    document.getElementById(activeId ?? id)?.scrollIntoView({ block: "nearest" });
    return () => {
      for (const name of ["aria-controls", "aria-autocomplete", "aria-activedescendant"])
        current.removeAttribute(name);
    };
  }, [field, id, isOpen, activeId]);

  return (
    <>
      <div role="status" className="sr-only">
        {isOpen && t("found", { count: options.length })}
      </div>
      {isOpen && (
        <ul
          id={id}
          role="listbox"
          aria-label={t(wanted?.type === "tags" ? "tags" : "people")}
          className="completion floating menu"
        >
          {options.map((option, place) => (
            <li
              key={keyOf(option)}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === index}
              className="menu-item gap-3"
              // The field keeps the focus, and a phone its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(keyOf(option))}
            >
              {"tag" in option ? (
                <>
                  <Hash aria-hidden />
                  <span className="min-w-0 flex-1 truncate">{option.tag}</span>
                  <span className="text-xs text-muted">{t("posts", { count: option.posts })}</span>
                </>
              ) : (
                <>
                  <Avatar id={option.id} name={nameOf(option)} src={option.avatarUrl} size="sm" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-semibold">{nameOf(option)}</span>
                    <span className="block truncate text-xs text-muted">@{option.username}</span>
                  </span>
                  {option.viewer.following && <span className="text-xs text-muted">{t("following")}</span>}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The name or tag being typed at the caret; null while an input method composes. */
function useUnfinished(field: RefObject<HTMLTextAreaElement | null>): Unfinished | null {
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null);
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    let isComposing = false;
    const read = () => {
      const { value, selectionStart, selectionEnd } = current;
      const isTyping = document.activeElement === current && !isComposing && selectionStart === selectionEnd;
      const found = isTyping ? unfinishedAt(value, selectionStart) : null;
      setUnfinished((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
    };
    const input = (event: Event) => {
      // Also of a composition that began before this code was there.
      if (event instanceof InputEvent) ({ isComposing } = event);
      read();
    };
    const compose = (event: Event) => {
      isComposing = event.type === "compositionstart";
      read();
    };
    const events = ["select", "keyup", "click", "focus", "blur"];
    for (const name of events) current.addEventListener(name, read);
    current.addEventListener("input", input);
    current.addEventListener("compositionstart", compose);
    current.addEventListener("compositionend", compose);
    document.addEventListener("selectionchange", read);
    read();
    return () => {
      for (const name of events) current.removeEventListener(name, read);
      current.removeEventListener("input", input);
      current.removeEventListener("compositionstart", compose);
      current.removeEventListener("compositionend", compose);
      document.removeEventListener("selectionchange", read);
    };
  }, [field]);
  return unfinished;
}

/** The value once it has not changed for a moment; the first one at once. */
function useDebounced(value: Unfinished | null): Unfinished | null {
  const [settled, setSettled] = useState(value);
  if (value && settled?.from !== value.from) setSettled(value);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value && settled;
}
