"use client";

import { Megaphone, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { RichText } from "@/components/ui/rich-text";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/browser/api";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { ANNOUNCEMENT_COOKIE, type ShownAnnouncement } from "@/lib/instance/rules";

const YEAR_SECONDS = 31_536_000;

/** The current announcement. A signed-in person dismisses it on all devices, a guest in this browser. */
export function Announcement({
  announcement: { id, text },
  isSignedIn,
}: {
  announcement: ShownAnnouncement;
  isSignedIn: boolean;
}) {
  const t = useTranslations("shell.announcement");
  const errors = useErrorTexts();
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  const dismiss = async () => {
    setShown(false);
    // The focused button is gone.
    document.getElementById("content")?.focus({ preventScroll: true });
    if (!isSignedIn) {
      const secure = location.protocol === "https:" ? "; Secure" : "";
      document.cookie = `${ANNOUNCEMENT_COOKIE}=${id}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
      return;
    }
    try {
      await api("/v1/announcements/dismiss", { method: "POST", body: { id } });
    } catch (error) {
      setShown(true);
      toast(errors.text(error), { tone: "danger" });
    }
  };
  return (
    <section
      aria-label={t("label")}
      className={cn("border-b border-border bg-info-soft", isSignedIn && "px-3")}
    >
      {/* Aligned with the bar, which differs outside the shell. */}
      <div
        className={cn("mx-auto flex w-full max-w-wide items-start gap-3 py-2", !isSignedIn && "px-4 sm:px-6")}
      >
        <Megaphone aria-hidden className="mt-2 size-4.5 flex-none text-info" />
        <p dir="auto" className="min-w-0 flex-1 py-1.5 text-sm text-pretty whitespace-pre-line wrap-anywhere">
          <RichText text={text} />
        </p>
        <IconButton label={t("dismiss")} className="flex-none" onClick={() => void dismiss()}>
          <X aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}
