import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LogoMark } from "@/components/shell/logo";
import { ButtonLink } from "@/components/ui/button";
import { findPageMember } from "@/lib/auth/viewer.server";

/** The header of an open page for guests; members see the shell's own. */
export async function GuestFrame({ children }: { children: ReactNode }) {
  if (await findPageMember()) return children;
  const t = await getTranslations("playground.docs");
  return (
    <>
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
          <ButtonLink href="/playground" size="sm">
            {t("playground")}
          </ButtonLink>
        </div>
      </header>
      <main id="main">{children}</main>
    </>
  );
}
