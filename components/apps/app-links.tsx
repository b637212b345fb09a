"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { CARD_COVER } from "@/components/ui/card";
import { useHoverPrefetch } from "@/components/ui/use-hover-prefetch";
import { isGame } from "@/lib/apps/rules";

interface AppLinkProps {
  id: string;
  /** In the user's language. */
  name: string;
}

/** The app's name, as a link to its page that covers the whole card. */
export function AppLink({ id, name }: AppLinkProps) {
  const prefetch = useHoverPrefetch();
  return (
    <Link {...prefetch} href={`/apps/${id}`} className={CARD_COVER}>
      {name}
    </Link>
  );
}

/** The "Play" or "Open" button on a card that an AppLink covers. */
export function RunLink({ id, name, category }: AppLinkProps & { category: string }) {
  const t = useTranslations("apps");
  const prefetch = useHoverPrefetch();
  const game = isGame({ category });
  return (
    <ButtonLink
      {...prefetch}
      href={`/apps/${id}/run`}
      size="sm"
      className="relative flex-none"
      aria-label={t(game ? "playNamed" : "runNamed", { name })}
    >
      {t(game ? "play" : "run")}
    </ButtonLink>
  );
}
