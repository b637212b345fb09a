"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useOnline } from "@/lib/browser/use-online";
import { useRooms } from "@/lib/rooms/store";

/** Under the bar of a shared app: why it cannot be changed, or what waits to be sent. */
export function RoomHints({ roomId }: { roomId: string }) {
  const t = useTranslations("sandbox.room");
  const room = useRooms(({ open }) => open[roomId]);
  const waiting = useRooms(({ outgoing }) => outgoing[roomId] ?? 0);
  const isStalled = useRooms(({ stalled }) => stalled[roomId] ?? false);
  const isOnline = useOnline();
  if (!room) return null;
  const hints = [
    !isOnline && t("offline"),
    room.isCopy && t("copy"),
    // Pending updates need no notice; rejected ones do.
    waiting > 0 && (isStalled || !isOnline) && t("waiting", { count: waiting }),
  ].filter((text) => text !== false);
  return (
    <div role="status" className="flex-none empty:hidden">
      {room.refused ? (
        <Hint>{t(room.refused === "unknown_app" ? "appGone" : "refused")}</Hint>
      ) : room.isClosed ? (
        <Hint>{t("closed")}</Hint>
      ) : (
        hints.length > 0 && <Hint>{hints.join(" ")}</Hint>
      )}
    </div>
  );
}

function Hint({ children }: { children: ReactNode }) {
  return <p className="border-b border-border bg-raised px-3 py-1.5 text-xs text-muted">{children}</p>;
}
