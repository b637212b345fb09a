"use client";

import { useTranslations } from "next-intl";
import type { Finding } from "@/lib/package/finding";
import { findingText, type SayFinding, type SayValue } from "./finding-values";

/** What a finding says, in the user's language. */
export function useFindingText(): (finding: Finding) => string {
  const say = useTranslations("package") as unknown as SayFinding;
  const sayValue = useTranslations("apps.upload.values") as unknown as SayValue;
  return (finding) => findingText(finding, say, sayValue);
}
