"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { Search } from "lucide-react";
import { Kbd } from "@/components/ui/kbd";
import { useIsApple } from "../shortcuts/use-is-apple";
import { useShellUi } from "../shell-ui";

/** Opens the command palette; on touchscreens and before hydration, a link to the search page. */
export function SearchButton() {
  const t = useTranslations("shell.bar");
  const isApple = useIsApple();
  const set = useShellUi((ui) => ui.set);
  const open = (event: MouseEvent) => {
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey;
    if (event.button !== 0 || hasModifier || matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    set({ palette: true });
  };
  return (
    <Link
      href="/search"
      prefetch={false}
      onClick={open}
      className="flex h-9 min-w-52 items-center gap-2 rounded-md border border-border bg-hover pr-2 pl-3 text-sm text-muted transition-colors narrow:size-11 narrow:min-w-0 narrow:justify-center narrow:border-transparent narrow:bg-transparent narrow:p-0 mouse:hover:bg-pressed mouse:hover:text-text"
    >
      <Search aria-hidden className="size-4.5 flex-none" />
      <span className="narrow:sr-only">{t("search")}</span>
      <span aria-hidden className="ml-auto pl-6 narrow:hidden touch:hidden">
        <Kbd keys={[isApple ? "⌘" : "Ctrl", "K"]} />
      </span>
    </Link>
  );
}
