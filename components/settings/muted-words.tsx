"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useMuteWord } from "@/lib/account/preferences-queries";
import { MUTED_WORD_MAX_CHARS } from "@/lib/config/limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** Words whose posts one does not want to see. */
export function MutedWords({ words }: { words: string[] }) {
  const t = useTranslations("settings.privacy");
  const errors = useErrorTexts();
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const change = useMuteWord();
  const run = (word: string, on: boolean) =>
    change.mutateAsync({ word, on }).then(
      // Pages kept for Back have the posts as they were.
      () => router.refresh(),
      (error: unknown) => void toast(errors.text(error), { tone: "danger" }),
    );
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const word = typed.trim();
    if (!word || change.isPending) return;
    setTyped("");
    await run(word, true);
  };
  const remove = async (word: string) => {
    await run(word, false);
    toast(t("wordShown", { word }), { action: { label: t("undo"), onClick: () => void run(word, true) } });
  };
  return (
    <div className="px-4 py-3.5">
      <label htmlFor="muted-word" className="text-sm font-medium">
        {t("words")}
      </label>
      <p id="muted-word-hint" className="mt-0.5 text-sm text-pretty text-muted">
        {t("wordsHint")}
      </p>
      <form className="mt-3 flex gap-2" onSubmit={(event) => void add(event)}>
        <div className="min-w-0 flex-1">
          <Input
            id="muted-word"
            value={typed}
            autoComplete="off"
            maxGraphemes={MUTED_WORD_MAX_CHARS}
            aria-describedby="muted-word-hint"
            placeholder={t("wordPlaceholder")}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" variant="outline" loading={change.isPending}>
          {t("addWord")}
        </Button>
      </form>
      {words.length > 0 && (
        <ul aria-label={t("words")} className="mt-3 flex flex-wrap gap-2">
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
                aria-label={t("removeWord", { word })}
                className="grid size-7 flex-none place-items-center rounded-full text-muted hover:bg-hover hover:text-text touch:size-9"
                onClick={() => void remove(word)}
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
