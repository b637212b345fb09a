"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { toast } from "@/components/ui/toast";
import { useAuthStore } from "@/lib/auth/store";
import { forgetCopies } from "@/lib/browser/offline-copies";
import { keepPagesLeft } from "@/lib/browser/service-worker";
import { ROOM_OUTGOING_KEY } from "@/lib/config/storage-keys";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { useRooms } from "@/lib/rooms/store";
import { RoomPeopleHost } from "./room-people-host";

const SHOW_AGAIN_MS = 30_000;
const shownAt = new Map<string, number>();

/** Sends queued updates of rooms that are not open, and notifies of dropped ones. */
export function RoomSender({ userId }: { userId: string }) {
  const t = useTranslations("sandbox.room");
  const errors = useErrorTexts();
  useEffect(() => {
    // The code is only loaded if something waits.
    const resume = () => {
      if (!localStorage.getItem(ROOM_OUTGOING_KEY)) return;
      void import("@/lib/rooms/sender.client").then(
        ({ roomSender }) => roomSender(userId).resume(),
        () => undefined,
      );
    };
    const onStorage = ({ key }: StorageEvent) => key === ROOM_OUTGOING_KEY && resume();
    resume();
    addEventListener("online", resume);
    addEventListener("storage", onStorage);
    return () => {
      removeEventListener("online", resume);
      removeEventListener("storage", onStorage);
    };
  }, [userId]);
  useEffect(keepPagesLeft, []);
  useEffect(() => {
    void forgetCopies({ but: userId });
    return useAuthStore.subscribe(({ user }, before) => {
      if (before.user && !user) void forgetCopies();
    });
  }, [userId]);
  useEffect(
    () =>
      useRooms.subscribe(({ dropped }, before) => {
        if (!dropped || dropped === before.dropped) return;
        const { appName: app, count, code } = dropped;
        // An app may keep sending rejected updates.
        if (Date.now() - (shownAt.get(app + code) ?? 0) < SHOW_AGAIN_MS) return;
        shownAt.set(app + code, Date.now());
        toast(t("dropped", { app, count }), { tone: "danger", description: errors.text(dropped) });
      }),
    [t, errors],
  );
  return <RoomPeopleHost />;
}
