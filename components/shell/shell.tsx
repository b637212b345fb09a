import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Dock } from "./dock/dock";
import { GuestNotice } from "./guest-notice";
import { OfflineNotice } from "./offline-notice";
import { ShellEffects } from "./shell-effects";
import { TopBar } from "./bar/top-bar";
import type { ShellViewer } from "@/lib/shell/contract";

interface ShellProps {
  viewer: ShellViewer;
  /** The running apps; they keep their frames across navigations. */
  windows?: ReactNode;
  /** The right column on wide windows. */
  side?: ReactNode;
  /** Above every page. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The shell around every page of a signed-in user. */
export function Shell({ viewer, windows, side, notice, children }: ShellProps) {
  const t = useTranslations("shell");
  return (
    <>
      <a href="#content" className="skip-link">
        {t("skipToContent")}
      </a>
      <TopBar {...viewer} />
      <Dock />
      <main id="content" tabIndex={-1} className="shell-main">
        <OfflineNotice />
        {notice}
        <GuestNotice />
        {children}
        {side}
      </main>
      {windows}
      <ShellEffects viewer={viewer} />
    </>
  );
}
