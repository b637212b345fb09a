"use client";

import { UserRound } from "lucide-react";
import { useTranslations } from "next-intl";

/** What a guest can do, with links. */
export function GuestText() {
  const t = useTranslations("shell");
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 bg-warning-soft px-4 py-2 text-sm text-text">
      <UserRound aria-hidden className="size-4 flex-none text-warning" />
      {t("guest.text")}
      {/* eslint-disable @next/next/no-html-link-for-pages -- page loads: the shell and the cache are the person's */}
      <span className="flex gap-2">
        <a href="/playground" className="btn btn-outline btn-sm">
          {t("guest.playground")}
        </a>
        <a href="/login" className="btn btn-primary btn-sm">
          {t("guest.signIn")}
        </a>
      </span>
      {/* eslint-enable @next/next/no-html-link-for-pages */}
    </p>
  );
}
