"use client";

import dynamic from "next/dynamic";
import { Suspense } from "react";
import { closeRoomPeople, useAskedPeople } from "@/lib/rooms/people-store";
import { useRooms } from "@/lib/rooms/store";

const RoomPeople = dynamic(() => import("./room-people").then((module) => module.RoomPeople), { ssr: false });

/** Shows a room's members to the post's author and to moderators, who may not have joined it. */
export function RoomPeopleHost() {
  const roomId = useAskedPeople((state) => state.roomId);
  const room = useRooms(({ open }) => (roomId ? open[roomId] : undefined));
  if (!roomId) return null;
  return (
    // Its code is not loaded yet. Suspending the page would restart apps.
    <Suspense>
      <RoomPeople
        key={roomId}
        room={room ?? { id: roomId, me: null, isOwner: true, isMuted: false }}
        open
        onOpenChange={(open) => !open && closeRoomPeople()}
      />
    </Suspense>
  );
}
