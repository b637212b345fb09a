"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import Link from "next/link";
import type { ShellViewer } from "@/lib/shell/contract";
import { LogoMark } from "../logo";
import { NotificationsLink } from "./notifications-link";
import { SearchButton } from "./search-button";

// The server renders the buttons; their code loads after the page.
const ComposeButton = dynamic(() => import("../compose-button").then((module) => module.ComposeButton));
const AccountMenu = dynamic(() => import("./account-menu").then((module) => module.AccountMenu));

export function TopBar({ user, isModerator, singleKeys }: ShellViewer) {
  const t = useTranslations("shell");
  return (
    <>
      <header className="top-bar">
        <div className="mx-auto flex h-(--bar-height) max-w-wide items-center gap-2">
          <Link
            href="/timeline"
            prefetch={false}
            aria-label={t("home")}
            className="-ml-1 flex min-h-9 items-center gap-2 rounded-md px-1.5 text-lg font-bold tracking-tight"
          >
            <LogoMark className="size-6.5" />
            <span aria-hidden>{t("product")}</span>
          </Link>
          <div className="flex-1" />
          <SearchButton />
          <ComposeButton singleKeys={singleKeys} />
          <NotificationsLink />
          <AccountMenu user={user} isModerator={isModerator} />
        </div>
      </header>
      {/* Outside the bar: its backdrop filter would become the containing block of fixed elements. */}
      <ComposeButton floats singleKeys={singleKeys} />
    </>
  );
}
