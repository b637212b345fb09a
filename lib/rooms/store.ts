import { create } from "zustand";

/** What the server refused for good. */
export type Refusal = { code: string; message: string };

type RoomsState = {
  /** By room: updates that wait to be sent. */
  outgoing: Readonly<Record<string, number>>;
  /** Rooms whose last attempt to send failed. */
  stalled: Readonly<Record<string, boolean>>;
  /** Updates that were dropped, for the person to know. */
  dropped: (Refusal & { appName: string; count: number }) | null;
  /** Rooms that run in this tab. `refused`: the person has no access any more. */
  open: Readonly<Record<string, OpenRoom>>;
};

export type OpenRoom = {
  id: string;
  appId: string;
  postId: string | null;
  me: string;
  isOwner: boolean;
  isMuted: boolean;
  isClosed: boolean;
  refused: string | null;
  /** How many have joined. */
  people: number;
  /** The room was not reached yet: the offline copy is shown. */
  isCopy: boolean;
};

/** The rooms of this tab, for the controls around an app. */
export const useRooms = create<RoomsState>()(() => ({ outgoing: {}, stalled: {}, dropped: null, open: {} }));

export function setOutgoing(roomId: string, count: number): void {
  const { outgoing } = useRooms.getState();
  if ((outgoing[roomId] ?? 0) !== count) useRooms.setState({ outgoing: { ...outgoing, [roomId]: count } });
}

export function setStalled(roomId: string, isStalled: boolean): void {
  const { stalled } = useRooms.getState();
  if ((stalled[roomId] ?? false) !== isStalled)
    useRooms.setState({ stalled: { ...stalled, [roomId]: isStalled } });
}

export function setOpenRoom(room: OpenRoom): void {
  useRooms.setState(({ open }) => ({ open: { ...open, [room.id]: room } }));
}

export function forgetOpenRoom(id: string): void {
  useRooms.setState(({ open }) => ({
    open: Object.fromEntries(Object.entries(open).filter(([roomId]) => roomId !== id)),
  }));
}
