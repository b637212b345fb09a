"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { APP_TAG_MAX_CHARS, APP_TAGS_MAX } from "@/lib/package/limits";
import { Input } from "@/components/ui/input";

/** Edits a list of tags; Enter or a comma ends one. Goes inside a Field. */
export function TagsInput({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => void }) {
  const t = useTranslations("apps");
  const [typed, setTyped] = useState("");
  const addTag = (text: string) => {
    const tag = text.trim();
    if (tag && !tags.includes(tag) && tags.length < APP_TAGS_MAX) onChange([...tags, tag]);
    setTyped("");
  };
  return (
    <div className="flex flex-col gap-2">
      <Input
        value={typed}
        placeholder={t("form.tagsPlaceholder")}
        maxGraphemes={APP_TAG_MAX_CHARS}
        disabled={tags.length >= APP_TAGS_MAX}
        onChange={(event) => {
          const parts = event.target.value.split(/[,、]/);
          if (parts.length > 1) addTag(parts[0]!);
          else setTyped(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            event.preventDefault();
            addTag(typed);
          } else if (event.key === "Backspace" && typed === "") onChange(tags.slice(0, -1));
        }}
        onBlur={() => addTag(typed)}
      />
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t("form.tags")}>
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex h-7 items-center gap-0.5 rounded-full bg-hover pl-2.5 text-xs touch:h-9"
            >
              {tag}
              <button
                type="button"
                aria-label={t("form.removeTag", { tag })}
                className="grid size-7 place-items-center rounded-full text-muted hover:text-text touch:size-9"
                onClick={() => onChange(tags.filter((other) => other !== tag))}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
