import type { ReactNode } from "react";
import { GuestAnnouncement } from "@/app/(main)/_slots/guest-announcement";
import { Messages } from "@/components/shell/messages";

export default function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <Messages of={["auth"]}>
      {/* An announcement takes its height from a page as high as the window. */}
      <div className="flex min-h-dvh flex-col has-[>.fills-window]:h-dvh">
        <GuestAnnouncement />
        {children}
      </div>
    </Messages>
  );
}
