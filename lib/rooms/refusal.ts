/** The room has refused something, or there is no place to keep it. */
export class RoomRefusal extends Error {
  override name = "RoomRefusal";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Rejects at once what nobody can send to a room in this state. @throws RoomRefusal */
export function refuseIfShut({ refused, isClosed }: { refused: string | null; isClosed: boolean }): void {
  if (refused) throw new RoomRefusal(refused, "The person is not part of this room.");
  if (isClosed) throw new RoomRefusal("room_closed", "The room is closed.");
}
