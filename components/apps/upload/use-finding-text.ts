"use client";

import { useTranslations } from "next-intl";
import type { Finding } from "@/lib/package/finding";
import type { MessageParams } from "@/lib/package/package-messages";
import { findingValues, type SayValue } from "./finding-values";

type Say = ((key: string, values?: MessageParams) => string) & { has: (key: string) => boolean };

/** What a finding says, in the user's language. */
export function useFindingText(): (finding: Finding) => string {
  // The keys are finding codes; not every code has a translation.
  const say = useTranslations("package") as unknown as Say;
  const sayValue = useTranslations("apps.upload.values") as unknown as SayValue;
  return (finding) =>
    say.has(finding.code) ? say(finding.code, findingValues(finding, sayValue)) : finding.message;
}
