import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LogoMark } from "@/components/shell/logo";
import { ButtonLink } from "@/components/ui/button";
import { LegalLinks } from "@/components/ui/legal-links";
import { GuestAnnouncement } from "./guest-announcement";
import { serverEnv } from "@/lib/config/env.server";

/** The header of pages for guests. */
export function GuestBar({ children }: { children: ReactNode }) {
  return (
    <>
      <GuestAnnouncement />
      <header className="border-b border-border">
        <div className="mx-auto flex h-(--bar-height) w-full max-w-wide items-center gap-2 px-4 sm:px-6">
          <Link
            href="/"
            className="flex min-h-9 items-center gap-2 rounded-md text-lg font-bold tracking-tight"
          >
            <LogoMark className="size-6.5" />
            Gum
          </Link>
          <div className="flex-1" />
          {children}
        </div>
      </header>
    </>
  );
}

/** The page around a post or profile for guests, with links to sign in and sign up. */
export async function GuestPage({ path, children }: { path: string; children: ReactNode }) {
  const t = await getTranslations("guest");
  const next = `?next=${encodeURIComponent(path)}`;
  return (
    <>
      <GuestBar>
        <ButtonLink href={`/login${next}`} size="sm" variant="ghost">
          {t("signIn")}
        </ButtonLink>
        <ButtonLink href="/signup" size="sm" className="max-sm:hidden">
          {t("signUp")}
        </ButtonLink>
      </GuestBar>
      <main id="main" className="mx-auto w-full max-w-narrow sm:px-6 sm:py-6">
        <div className="overflow-clip border-border bg-surface sm:rounded-lg sm:border">{children}</div>
        <section className="mx-4 mt-6 flex flex-wrap items-center justify-between gap-4 rounded-lg bg-accent-soft px-5 py-4 sm:mx-0">
          <p className="text-sm font-medium">
            {t("invite", { instance: new URL(serverEnv().APP_URL).hostname })}
          </p>
          <ButtonLink href="/signup" size="sm" variant="primary">
            {t("signUp")}
          </ButtonLink>
        </section>
        <footer className="px-4 py-6 sm:px-0">
          <LegalLinks />
        </footer>
      </main>
    </>
  );
}
