import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { findPageMember } from "@/lib/auth/viewer.server";
import { GuestBar } from "../_slots/guest-page";

/** The header of an open page for guests; members see the shell's own. */
export async function GuestFrame({ children }: { children: ReactNode }) {
  if (await findPageMember()) return children;
  const t = await getTranslations("playground.docs");
  return (
    <>
      <GuestBar>
        <ButtonLink href="/playground" size="sm">
          {t("playground")}
        </ButtonLink>
      </GuestBar>
      <main id="main">{children}</main>
    </>
  );
}
