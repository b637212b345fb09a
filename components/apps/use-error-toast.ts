"use client";

import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** Shows a failed call as a toast, in the user's language. */
export function useErrorToast(): (error: unknown) => void {
  const texts = useErrorTexts();
  return (error) => void toast(texts.text(error), { tone: "danger" });
}
