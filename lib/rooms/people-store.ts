import { create } from "zustand";

/** The room whose people its owner is looking at from outside it. */
export const useAskedPeople = create<{ roomId: string | null }>()(() => ({ roomId: null }));

export function askRoomPeople(roomId: string): void {
  useAskedPeople.setState({ roomId });
}

export function closeRoomPeople(): void {
  useAskedPeople.setState({ roomId: null });
}
