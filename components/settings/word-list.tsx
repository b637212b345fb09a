"use client";

import { X } from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

interface WordListProps {
  words: readonly string[];
  label: string;
  hint: string;
  placeholder: string;
  addLabel: string;
  removeLabel: (word: string) => string;
  maxGraphemes: number;
  pending: boolean;
  /** Return false to keep the typed text. */
  onAdd: (word: string) => boolean | void | Promise<boolean>;
  onRemove: (word: string) => void;
}

/** A list of words or names, with a field to add one. */
export function WordList({ words, label, hint, pending, maxGraphemes, ...props }: WordListProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const word = typed.trim();
    if (!word || pending || (await props.onAdd(word)) === false) return;
    // What was typed meanwhile stays.
    setTyped((now) => (now === typed ? "" : now));
  };
  return (
    <div className="px-4 py-3.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="mt-0.5 text-sm text-pretty text-muted">
        {hint}
      </p>
      <form className="mt-3 flex gap-2" onSubmit={(event) => void add(event)}>
        <div className="min-w-0 flex-1">
          <Input
            id={id}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            maxGraphemes={maxGraphemes}
            aria-describedby={`${id}-hint`}
            placeholder={props.placeholder}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" variant="outline" loading={pending}>
          {props.addLabel}
        </Button>
      </form>
      {words.length > 0 && (
        <ul aria-label={label} className="mt-3 flex flex-wrap gap-2">
          {words.map((word) => (
            <li
              key={word}
              className="inline-flex max-w-full items-center gap-1 rounded-full border border-border py-0.5 pr-0.5 pl-3 text-sm"
            >
              <span dir="auto" className="truncate">
                {word}
              </span>
              <button
                type="button"
                aria-label={props.removeLabel(word)}
                className="grid size-7 flex-none place-items-center rounded-full text-muted hover:bg-hover hover:text-text touch:size-9"
                onClick={({ currentTarget }) => {
                  // The button goes with its word.
                  const item = currentTarget.closest("li")!;
                  const beside = item.nextElementSibling ?? item.previousElementSibling;
                  (beside?.querySelector("button") ?? document.getElementById(id))?.focus();
                  props.onRemove(word);
                }}
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
