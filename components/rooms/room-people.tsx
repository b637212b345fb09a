"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { RoomMember } from "@/lib/rooms/contract";
import { membersQuery, muteRoom, removeFromRoom, roomKeys } from "@/lib/rooms/queries";
import type { OpenRoom } from "@/lib/rooms/store";

interface RoomPeopleProps {
  /** `me` is null for its owner who has not joined it. */
  room: Pick<OpenRoom, "id" | "isOwner" | "isMuted"> & { me: string | null; people?: number };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Who has joined a room; its owner removes people here. */
export function RoomPeople({ room, open, onOpenChange }: RoomPeopleProps) {
  const t = useTranslations("sandbox.room");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...membersQuery(room.id),
    enabled: open,
  });
  useEffect(() => {
    if (open) void client.invalidateQueries({ queryKey: roomKeys.members(room.id) });
  }, [client, open, room.id, room.people]);
  const members = data?.pages.flatMap(({ items }) => items);
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
        {isError ? (
          <div role="alert" className="flex flex-col items-start gap-2 text-sm text-muted">
            <p>{t("peopleFailed")}</p>
            <Button size="sm" variant="outline" onClick={() => void refetch()}>
              {t("tryAgain")}
            </Button>
          </div>
        ) : (
          !members && <Spinner className="mx-auto my-4 text-muted" />
        )}
        {members?.length === 0 && <p className="py-2 text-sm text-muted">{t("nobody")}</p>}
        <ul className="flex flex-col gap-1">
          {members?.map((member) => (
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
        {hasNextPage && (
          <Button className="mt-1 w-full" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("morePeople")}
          </Button>
        )}
        {room.me !== null && (
          <Switch
            className="mt-3 border-t border-border pt-3"
            label={t("mute")}
            hint={t("muteHint")}
            checked={room.isMuted}
            onCheckedChange={(isMuted) =>
              muteRoom(room.id, isMuted).catch((error: unknown) =>
                toast(errors.text(error), { tone: "danger" }),
              )
            }
          />
        )}
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
