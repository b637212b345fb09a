"use client";

import { useEffect } from "react";
import { Tips } from "@/components/ui/tips";
import { keepPlaces } from "./kept-places";
import { ThemeChange } from "./theme-change";

/** What any page has and shows only later. Fetched right after the page's own code. */
export function PageWatch() {
  useEffect(keepPlaces, []);
  return (
    <>
      <Tips />
      <ThemeChange />
    </>
  );
}
