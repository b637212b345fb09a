"use client";

import { useTranslations } from "next-intl";
import { useUsernameCheck } from "./use-username-check";

/** The server's codes for a refused username are keys of the catalogue. */
type ProblemKey = Parameters<ReturnType<typeof useTranslations<"errors.fields">>>[0];

/**
 * What to say about a username while it is typed.
 * @param current the person's own, about which there is nothing to say
 */
export function useUsernameField(typed: string, current?: string): { free?: string; problem?: string } {
  const t = useTranslations("common");
  const tErrors = useTranslations("errors.fields");
  const checked = useUsernameCheck(typed === current ? "" : typed);
  if (checked?.available) return { free: t("usernameFree", { name: checked.username ?? "" }) };
  // A username that is too short is still being typed.
  if (!checked?.problem || checked.problem === "username_too_short") return {};
  return { problem: tErrors(checked.problem as ProblemKey) };
}
