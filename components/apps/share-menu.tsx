"use client";

import { Link2, PenLine, Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore, type ReactElement } from "react";
import type { App } from "@/lib/apps/contract";
import { Button } from "@/components/ui/button";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { toast } from "@/components/ui/toast";

const never = () => () => undefined;

/** Copies a text; says how it went. */
export function useCopy() {
  const t = useTranslations("apps");
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast(t("share.copied"), { tone: "success" });
    } catch {
      toast(t("share.copyFailed"), { tone: "danger", description: text });
    }
  };
}

export interface ShareMenuProps {
  app: App;
  /** A button; the usual one by default. */
  trigger?: ReactElement<object>;
}

/** What can be done with a share link. An app that is not published has none. */
export function ShareMenu({ app, trigger }: ShareMenuProps) {
  const t = useTranslations("apps");
  const copy = useCopy();
  // Known in the browser only; the server's markup has no such item.
  const canShare = useSyncExternalStore(
    never,
    () => typeof navigator.share === "function",
    () => false,
  );
  const url = app.shareUrl;
  const items: MenuItem[] = url
    ? [
        { key: "copy", label: t("share.copy"), icon: <Link2 />, onSelect: () => void copy(url) },
        ...(canShare
          ? [
              {
                key: "system",
                label: t("share.system"),
                icon: <Share2 />,
                onSelect: () => void navigator.share({ title: app.name, url }).catch(() => undefined),
              },
            ]
          : []),
        { key: "post", label: t("share.post"), icon: <PenLine />, href: `/timeline?app=${app.id}` },
      ]
    : [{ key: "private", label: t("share.private"), disabled: true }];
  return (
    <DropdownMenu
      label={t("share.label")}
      align="end"
      items={items}
      trigger={
        trigger ?? (
          <Button size="lg" icon={<Share2 aria-hidden />}>
            {t("share.label")}
          </Button>
        )
      }
    />
  );
}
