"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { RoomMember } from "@/lib/rooms/contract";
import { muteRoom, removeFromRoom, roomKeys } from "@/lib/rooms/queries";
import type { OpenRoom } from "@/lib/rooms/store";

export interface RoomPeopleProps {
  room: OpenRoom;
  members: readonly RoomMember[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Who has joined a room; its owner removes people here. */
export function RoomPeople({ room, members, open, onOpenChange }: RoomPeopleProps) {
  const t = useTranslations("sandbox.room");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const [removing, setRemoving] = useState<RoomMember | null>(null);
  const [isPending, setPending] = useState(false);
  // People show their name to an app only with their consent.
  const nameOf = ({ address, name }: RoomMember) =>
    name || t("unnamed", { code: address.replace(/[^a-z0-9]/gi, "").slice(0, 4) });
  const remove = async ({ address }: RoomMember) => {
    setPending(true);
    try {
      await removeFromRoom(room.id, address);
      await client.invalidateQueries({ queryKey: roomKeys.members(room.id) });
      setRemoving(null);
    } catch (error) {
      toast(errors.text(error), { tone: "danger" });
    }
    setPending(false);
  };
  return (
    <>
      <Dialog open={open} onOpenChange={onOpenChange} title={t("peopleTitle")} description={t("peopleText")}>
        <ul className="flex flex-col gap-1">
          {members.map((member) => (
            <li key={member.address} className="flex min-h-11 items-center gap-2">
              <span className="min-w-0 truncate">{nameOf(member)}</span>
              {member.address === room.me && <Badge>{t("you")}</Badge>}
              {member.isOwner && <Badge tone="accent">{t("owner")}</Badge>}
              <span className="flex-1" />
              {room.isOwner && !member.isOwner && (
                <Button
                  size="sm"
                  aria-label={t("removeNamed", { name: nameOf(member) })}
                  onClick={() => setRemoving(member)}
                >
                  {t("remove")}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <Switch
          className="mt-3 border-t border-border pt-3"
          label={t("mute")}
          hint={t("muteHint")}
          checked={room.isMuted}
          onCheckedChange={(isMuted) =>
            muteRoom(room, isMuted).catch((error: unknown) => toast(errors.text(error), { tone: "danger" }))
          }
        />
      </Dialog>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
        title={removing ? t("removeTitle", { name: nameOf(removing) }) : ""}
        description={t("removeText")}
        confirmLabel={t("remove")}
        danger
        pending={isPending}
        onConfirm={() => removing && void remove(removing)}
      />
    </>
  );
}
