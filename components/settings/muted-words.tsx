"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { useMuteWord } from "@/lib/account/preferences-queries";
import { MUTED_WORD_MAX_CHARS } from "@/lib/config/limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { WordList } from "./word-list";

/** Hides posts that contain these words. */
export function MutedWords({ words }: { words: string[] }) {
  const t = useTranslations("settings.privacy");
  const errors = useErrorTexts();
  const router = useRouter();
  const change = useMuteWord();
  const run = (word: string, on: boolean) =>
    change.mutateAsync({ word, on }).then(
      () => {
        // Pages cached by the router still have the unfiltered posts.
        router.refresh();
        return true;
      },
      (error: unknown) => {
        toast(errors.text(error), { tone: "danger" });
        return false;
      },
    );
  const remove = async (word: string) => {
    if (!(await run(word, false))) return;
    toast(t("wordShown", { word }), { action: { label: t("undo"), onClick: () => void run(word, true) } });
  };
  return (
    <WordList
      words={words}
      label={t("words")}
      hint={t("wordsHint")}
      placeholder={t("wordPlaceholder")}
      addLabel={t("addWord")}
      removeLabel={(word) => t("removeWord", { word })}
      maxGraphemes={MUTED_WORD_MAX_CHARS}
      pending={change.isPending}
      onAdd={(word) => run(word, true)}
      onRemove={(word) => void remove(word)}
    />
  );
}
