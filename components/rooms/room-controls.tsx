"use client";

import { History, Link2, Lock, LockOpen, PenLine, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/browser/copy-text";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { compose } from "@/lib/posts/compose-store";
import { closeRoom, discardSnapshots } from "@/lib/rooms/queries";
import { useRooms, type OpenRoom } from "@/lib/rooms/store";
import { runHref, runKeyOf } from "@/lib/shared/run-key";
import { RoomPeople } from "./room-people";

interface RoomControlsProps {
  roomId: string;
  appName: string;
}

/** In the bar over an app: that it is shared, by how many people, and what can be done about it. */
export function RoomControls({ roomId, appName }: RoomControlsProps) {
  const room = useRooms(({ open }) => open[roomId]);
  if (!room || room.refused) return null;
  return <Controls room={room} appName={appName} />;
}

function Controls({ room, appName }: { room: OpenRoom; appName: string }) {
  const t = useTranslations("sandbox.room");
  const errors = useErrorTexts();
  const [showsPeople, setShowsPeople] = useState(false);
  const link = () =>
    new URL(
      room.postId ? `/post/${room.postId}` : runHref(runKeyOf({ ...room, roomId: room.id })),
      location.origin,
    ).href;
  const copy = async () => {
    const url = link();
    if (await copyText(url)) toast(t("linkCopied"), { tone: "success" });
    else toast(t("linkNotCopied"), { tone: "danger", description: url });
  };
  const setClosed = (isClosed: boolean) =>
    closeRoom(room.id, isClosed).catch((error: unknown) => toast(errors.text(error), { tone: "danger" }));
  const rebuild = () =>
    discardSnapshots(room.id).then(
      () => toast(t("rebuilt"), { tone: "success" }),
      (error: unknown) => toast(errors.text(error), { tone: "danger" }),
    );
  const people = t("people", { count: room.people });
  const items: MenuItem[] = [
    {
      key: "people",
      label: t("showPeople"),
      icon: <Users aria-hidden />,
      onSelect: () => setShowsPeople(true),
    },
    { key: "copy", label: t("copyLink"), icon: <Link2 aria-hidden />, onSelect: () => void copy() },
    ...(room.postId
      ? []
      : [
          {
            key: "post",
            label: t("post"),
            icon: <PenLine aria-hidden />,
            onSelect: () =>
              void compose({ text: t("invitation", { app: appName, link: link() }), image: null }),
          },
        ]),
    ...(room.isOwner
      ? [
          { kind: "line" as const, key: "line" },
          {
            key: "close",
            label: t(room.isClosed ? "reopen" : "close"),
            icon: room.isClosed ? <LockOpen aria-hidden /> : <Lock aria-hidden />,
            onSelect: () => void setClosed(!room.isClosed),
          },
          {
            key: "rebuild",
            label: t("rebuild"),
            icon: <History aria-hidden />,
            onSelect: () => void rebuild(),
          },
        ]
      : []),
  ];
  return (
    <>
      <DropdownMenu
        label={t("menu", { app: appName })}
        align="end"
        items={items}
        trigger={
          <Button size="sm" variant="ghost" icon={<Users aria-hidden />} aria-label={people} title={people}>
            {room.people > 0 ? room.people : null}
          </Button>
        }
      />
      <RoomPeople room={room} open={showsPeople} onOpenChange={setShowsPeople} />
    </>
  );
}
