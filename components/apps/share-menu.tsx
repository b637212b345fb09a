"use client";

import { Globe, Link2, PenLine, Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore, type ReactElement } from "react";
import { usePublishApp } from "@/lib/apps/mutations";
import type { App } from "@/lib/apps/contract";
import { Button } from "@/components/ui/button";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { toast } from "@/components/ui/toast";
import { usePublishing } from "./use-publishing";

const noSubscription = () => () => undefined;

/** Copies a text and confirms it, or shows the text where the browser refuses. */
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

interface ShareMenuProps {
  app: App;
  /** The button that opens it; by default a large one with a label. */
  trigger?: ReactElement<object>;
}

/** The share link: copy, system share sheet, post. An unpublished app has none; its owner publishes it here. */
export function ShareMenu({ app, trigger }: ShareMenuProps) {
  const t = useTranslations("apps");
  const copy = useCopy();
  const publish = usePublishApp(app.id);
  const publishing = usePublishing(app, publish, ({ shareUrl }, description) => {
    const action = shareUrl ? { label: t("share.copy"), onClick: () => void copy(shareUrl) } : undefined;
    toast(t("owner.published", { name: app.name }), { tone: "success", description, action });
  });
  // The server cannot know: its markup leaves the item out.
  const canShare = useSyncExternalStore(
    noSubscription,
    () => typeof navigator.share === "function",
    () => false,
  );
  const url = app.shareUrl;
  const items: MenuItem[] = [];
  if (url) {
    items.push({ key: "copy", label: t("share.copy"), icon: <Link2 />, onSelect: () => void copy(url) });
    if (canShare) {
      const onSelect = () => void navigator.share({ title: app.name, url }).catch(() => undefined);
      items.push({ key: "system", label: t("share.system"), icon: <Share2 />, onSelect });
    }
    items.push({ key: "post", label: t("share.post"), icon: <PenLine />, href: `/timeline?app=${app.id}` });
  } else {
    const onSelect = () => void publishing.begin();
    const disabled = !app.viewer.owner || publish.isPending;
    items.push({ key: "publish", label: t("share.private"), icon: <Globe />, disabled, onSelect });
  }
  return (
    <>
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
      {publishing.dialog}
    </>
  );
}
