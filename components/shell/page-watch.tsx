"use client";

import { Tips } from "@/components/ui/tips";
import { ThemeChange } from "./theme-change";

/** What any page has and shows only later. Fetched right after the page's own code. */
export function PageWatch() {
  return (
    <>
      <Tips />
      <ThemeChange />
    </>
  );
}
