"use client";

import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** Runs actions that show a failure as a toast. `pending` is the key of the one in flight. */
export function useAction<Key extends string>() {
  const texts = useErrorTexts();
  const [pending, setPending] = useState<Key | null>(null);
  async function run(key: Key, action: () => Promise<unknown>): Promise<void> {
    setPending(key);
    try {
      await action();
    } catch (error) {
      toast(texts.text(error), { tone: "danger" });
    } finally {
      setPending(null);
    }
  }
  return { pending, run };
}
