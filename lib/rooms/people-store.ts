import { create } from "zustand";

/** The room whose member list is open from outside the room. */
export const useAskedPeople = create<{ roomId: string | null }>()(() => ({ roomId: null }));

export function askRoomPeople(roomId: string): void {
  useAskedPeople.setState({ roomId });
}

export function closeRoomPeople(): void {
  useAskedPeople.setState({ roomId: null });
}
